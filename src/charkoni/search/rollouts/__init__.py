"""Rollouts of whole turns for games with dice."""
