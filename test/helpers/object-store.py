"""A real object store for a test: OpenStack Swift with its S3 interface, whole in one process, objects in memory.

    python3 object-store.py FOLDER PORT SECRET_KEY BUCKET

Listens on 127.0.0.1:PORT for the access key `test:owner`, from when BUCKET is there.
"""
import array
import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi  # noqa: E402
from swift.common import utils  # noqa: E402

folder, port, secret_key, bucket = sys.argv[1:]
os.chdir(folder)
with open('swift.conf', 'w') as file:
    file.write('[swift-hash]\nswift_hash_path_suffix = test\n')
utils.set_swift_dir(folder)

from swift.account.server import AccountController  # noqa: E402
from swift.common.middleware import slo, tempauth  # noqa: E402
from swift.common.middleware.s3api import s3api  # noqa: E402
from swift.common.ring import RingData  # noqa: E402
from swift.common.swob import Request  # noqa: E402
from swift.container.server import ContainerController  # noqa: E402
from swift.obj.mem_server import ObjectController  # noqa: E402
from swift.proxy.server import Application  # noqa: E402

conf = {'swift_dir': folder, 'devices': folder, 'mount_check': 'false', 'log_level': 'CRITICAL'}


def serve(app, at):
    socket = eventlet.listen(('127.0.0.1', at))
    eventlet.spawn(wsgi.server, socket, app, log=open(os.devnull, 'w'), log_output=False)
    return socket.getsockname()[1]


class Cache:
    """What the proxy takes for memcached."""

    def __init__(self):
        self.values = {}

    def get(self, key, **_):
        return self.values.get(key)

    def set(self, key, value, **_):
        self.values[key] = value

    def incr(self, key, delta=1, **_):
        self.values[key] = self.values.get(key, 0) + delta
        return self.values[key]

    def delete(self, key, **_):
        self.values.pop(key, None)


def cached(app, cache):
    return lambda environ, start: app(dict(environ, **{'swift.cache': cache}), start)


os.mkdir('disk')
for name, app in (('account', AccountController(conf)),
                  ('container', ContainerController(conf)),
                  ('object', ObjectController(conf))):
    disk = {'id': 0, 'zone': 0, 'device': 'disk', 'weight': 1, 'ip': '127.0.0.1', 'port': serve(app, 0)}
    RingData([array.array('H', [0, 0])], [disk], 31).save(name + '.ring.gz')

proxy = Application(dict(conf, account_autocreate='true'))
made = Request.blank('/v1/AUTH_test/' + bucket, method='PUT', environ={'swift_owner': True}).get_response(proxy)
if not made.is_success:
    sys.exit('the bucket could not be made: ' + made.status)
guarded = tempauth.filter_factory(conf, user_test_owner=secret_key + ' .admin')(slo.filter_factory(conf)(proxy))
serve(cached(s3api.filter_factory(conf, location='us-east-1')(guarded), Cache()), int(port))
while True:
    eventlet.sleep(60)
