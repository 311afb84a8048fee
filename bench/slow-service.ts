/** The service on a disk whose syncs a preloaded library makes longer. Linux with a C compiler only. */
import { preload } from '../test/helpers/preload.ts';
import { startServiceProcess } from './service-process.ts';

export interface SlowService {
  post(path: string, body: object): Promise<void>;
  get(path: string): Promise<void>;
  /** Creates a sandbox instance with its WebSocket on, and pairs it. */
  open(name: string): Promise<void>;
  /** A reader of one instance's events: from the first one on with `after`, else of those to come. */
  read(name: string, after?: number): WebSocket;
  /** When the last sync ended, in ms since 1970. */
  syncEnded(): number;
  stop(): Promise<void>;
}

export async function startSlowService(delayMs: number): Promise<SlowService> {
  const disk = preload('slow-fsync', delayMs);
  if (disk === null) throw new Error('slow syncs need Linux and a C compiler');
  const { url, key, call, end } = await startServiceProcess(disk.environment);
  return {
    post: (path, body) => call('POST', path, body),
    get: (path) => call('GET', path),
    async open(name) {
      await call('POST', '/instance/create', { instanceName: name, provider: 'sandbox' });
      await call('POST', `/websocket/set/${name}`, {
        websocket: { enabled: true, events: ['ALL'] },
      });
      await call('GET', `/instance/connect/${name}`);
      await call('POST', `/sandbox/${name}/scan`, {});
    },
    read(name, after) {
      const from = after === undefined ? '' : `&after=${after}`;
      const path = `/ws?instance=${name}${from}`;
      return new WebSocket(url.replace('http', 'ws') + path, ['gatehouse', `apikey.${key}`]);
    },
    syncEnded: disk.note,
    stop: () => end('SIGKILL'),
  };
}
