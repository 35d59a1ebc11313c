"""What games tell newcomers, as data: lessons, guides of a first game, the rules in one minute, presentations."""
