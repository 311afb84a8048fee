import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["GATEHOUSE_SECRET"].removeprefix("whsec_"))


def verified(headers, body):
    """The event; None when it is not to be believed."""
    event_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return None
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    for signature in headers.get("webhook-signature", "").split():
        if hmac.compare_digest(signature.encode(), expected):
            return json.loads(body)
    return None


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        event = verified(self.headers, body)
        if event is not None:
            print(event["event"], event["id"], flush=True)
        self.send_response(401 if event is None else 200)
        self.end_headers()


ThreadingHTTPServer(("", int(os.environ.get("PORT", "9000"))), Receiver).serve_forever()
