"""E-mail, by the server of the settings."""

import contextlib
import re
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from charkoni.web.notices.outgoing import LIMIT_S, Outcome

PORTS = {"smtp": 587, "smtps": 465}
LOCAL = ("localhost", "127.0.0.1", "::1")
"""Hosts to which a password may go without encryption."""

_ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}", re.ASCII | re.IGNORECASE)


def is_address(text: str) -> bool:
    """Return whether a text may be an address of e-mail."""
    return len(text) <= 254 and _ADDRESS.fullmatch(text) is not None


def send(server: str, sender: str, to: str, subject: str, text: str, unsubscribe: str) -> Outcome:
    """Send an e-mail, and return what became of it; takes as long as the server, a step at most `LIMIT_S`.

    server: smtp://user:password@host:port, or smtps://.  unsubscribe: the address of the page where it is ended.
    """
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=sender.rpartition("@")[2])
    message["List-Unsubscribe"], message["Auto-Submitted"] = f"<{unsubscribe}>", "auto-generated"
    message.set_content(text)
    is_sent = False
    try:
        connection = _connected(server)
        is_sent = True
        try:
            connection.send_message(message)
        finally:
            with contextlib.suppress(OSError, smtplib.SMTPException):  # what it says now changes nothing
                connection.quit()
            connection.close()
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        return Outcome.GONE if all(code in (550, 551, 553) for code in codes) else Outcome.REFUSED
    except (smtplib.SMTPResponseException, smtplib.SMTPNotSupportedError):
        return Outcome.REFUSED
    except (OSError, smtplib.SMTPException):  # no connection, or it was lost: after the message nobody knows
        return Outcome.UNKNOWN if is_sent else Outcome.REFUSED
    return Outcome.DONE


def _connected(server: str) -> smtplib.SMTP:
    """Return a connection to a server, encrypted and signed in; raise OSError, SMTPException."""
    parts, context = urlsplit(server), ssl.create_default_context()
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    if parts.scheme == "smtps":
        connection: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=LIMIT_S, context=context)
    else:
        connection = smtplib.SMTP(host, port, timeout=LIMIT_S)
        connection.ehlo()
        if connection.has_extn("starttls"):
            connection.starttls(context=context)
        elif parts.username and host not in LOCAL:
            connection.close()
            raise smtplib.SMTPNotSupportedError("no password without encryption")
    if parts.username:
        connection.login(unquote(parts.username), unquote(parts.password or ""))
    return connection
