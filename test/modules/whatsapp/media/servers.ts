/** Media servers of the test's own, under names only an authority of the test vouches for. */
import { memorySink } from '../../../../src/core/providers/message-files.ts';
import { download as downloadTo } from '../../../../src/modules/whatsapp/media/download.ts';
import { httpsTransport } from '../../../../src/modules/whatsapp/media/transport.ts';
import { makeCertificate } from '../../../doubles/certificate.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { type Answer, type Receiver, respond, startReceiver } from '../../../doubles/receiver.ts';

const authority = makeCertificate({ name: 'Media authority', isAuthority: true });
const certificate = makeCertificate({ name: 'localhost', by: authority });

export const transport = httpsTransport({ authority: authority.cert });

export interface MediaServer extends Receiver {
  /** As the platform would name it: `localhost:PORT`. */
  readonly name: string;
}

export interface Servers {
  start(...answers: Answer[]): Promise<MediaServer>;
  stop(): Promise<unknown>;
}

export function mediaServers(): Servers {
  const started: Receiver[] = [];
  return {
    async start(...answers) {
      const { cert, key } = certificate;
      const receiver = await startReceiver({ tls: { cert, key } });
      receiver.script(...answers);
      started.push(receiver);
      return { ...receiver, name: `localhost:${receiver.port}` };
    },
    stop: () => Promise.all(started.map((receiver) => receiver.stop())),
  };
}

export const json = (status: number, body: object): Answer =>
  respond(status, { body: JSON.stringify(body) });

export const clock = () => manualClock(Date.UTC(2026, 0, 5, 10));

type Download = typeof downloadTo<{ readonly bytes: Uint8Array }>;
export type DownloadDeps = Parameters<Download>[1];

/** The whole file in memory, or why there is none. */
export const download = (reference: Parameters<Download>[0], deps: DownloadDeps) =>
  downloadTo(reference, deps, memorySink);
