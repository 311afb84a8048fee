/** Files of numbers, uploaded or received; they lie on another host, under addresses that soon expire. */
import { createHash, randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type GraphAnswer, graphError, ok, success, unknownId } from './answers.ts';
import type { GraphPart, GraphRequest } from './server.ts';
import { type GraphWorld, opens } from './world.ts';

interface GraphFile {
  readonly accountId: string;
  readonly bytes: Uint8Array;
  readonly mimetype: string;
}

/** What the host of files answers instead of a file. */
type Answer = { readonly status: number; readonly body: string | Uint8Array };

export interface GraphMedia {
  readonly part: GraphPart;
  /** A file that somebody sent to a number of the account; its id. */
  receive(accountId: string, bytes: Uint8Array, mimetype: string): string;
  /** Files that were uploaded, by id. */
  readonly uploaded: ReadonlyMap<string, { readonly bytes: Uint8Array; readonly mimetype: string }>;
  /** Requests to the host of files, oldest first. */
  readonly fetched: readonly { readonly authorization: string; readonly userAgent: string }[];
  /** The sums of look-ups are hexadecimal from here on. */
  spellInHex(): void;
  /** The next `times` requests to the host of files are answered so; `redirect`: to another address of it. */
  answerWith(answer: Answer | 'redirect', times?: number): void;
  /** The file never comes, and nothing else either. */
  silence(id: string): void;
  /** The platform has deleted the file. */
  forget(id: string): void;
  stop(): Promise<void>;
}

export async function startGraphMedia(): Promise<GraphMedia> {
  const files = new Map<string, GraphFile>();
  const uploaded = new Map<string, GraphFile>();
  const fetched: { authorization: string; userAgent: string }[] = [];
  const orders: (Answer | 'redirect')[] = [];
  const silent = new Set<string>();
  let spelling: 'base64' | 'hex' = 'base64';

  const host = createServer((request, response) => {
    const { authorization = '', 'user-agent': userAgent = '' } = request.headers;
    fetched.push({ authorization, userAgent });
    const order = orders.shift();
    if (order === 'redirect')
      return void response.writeHead(302, { location: `${request.url}&again` }).end();
    if (order !== undefined) return void response.writeHead(order.status).end(order.body);
    const id = new URL(request.url ?? '/', 'http://files').searchParams.get('mid') ?? '';
    if (silent.has(id)) return;
    const file = files.get(id);
    if (file === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': file.mimetype }).end(file.bytes);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;

  const keep = (file: GraphFile): string => {
    const id = String(randomInt(1e11, 1e12));
    files.set(id, file);
    return id;
  };

  const upload = async ({ form }: GraphRequest, accountId: string): Promise<GraphAnswer> => {
    const [file, mimetype] = [form?.get('file'), form?.get('type')];
    if (!(file instanceof Blob) || typeof mimetype !== 'string')
      return graphError(100, { message: '(#100) The parameter file is required.' });
    const kept = { accountId, mimetype, bytes: new Uint8Array(await file.arrayBuffer()) };
    const id = keep(kept);
    uploaded.set(id, kept);
    return ok({ id });
  };

  const lookedUp = (id: string, { bytes, mimetype }: GraphFile): GraphAnswer =>
    ok({
      messaging_product: 'whatsapp',
      url: `${url}/whatsapp_business/attachments/?mid=${id}&ext=${Date.now()}`,
      mime_type: mimetype,
      sha256: createHash('sha256').update(bytes).digest(spelling),
      file_size: bytes.byteLength,
      id,
    });

  const ofFile = (request: GraphRequest, world: GraphWorld, file: GraphFile) => {
    const [id = ''] = request.parts;
    const number = request.query.get('phone_number_id');
    const isOfNumber = number === null || world.numbers.get(number)?.accountId === file.accountId;
    if (!opens(world, request.token, file.accountId) || !isOfNumber) return unknownId(request);
    if (request.method === 'GET') return lookedUp(id, file);
    files.delete(id);
    return success();
  };

  return {
    part(request, world) {
      const [id = '', edge] = request.parts;
      const file = files.get(id);
      if (file !== undefined && edge === undefined) return ofFile(request, world, file);
      const number = world.numbers.get(id);
      const isUpload = number !== undefined && edge === 'media' && request.method === 'POST';
      if (!isUpload || !opens(world, request.token, number.accountId)) return null;
      return upload(request, number.accountId);
    },
    receive: (accountId, bytes, mimetype) => keep({ accountId, bytes, mimetype }),
    uploaded,
    fetched,
    spellInHex() {
      spelling = 'hex';
    },
    answerWith(answer, times = 1) {
      for (let left = times; left > 0; left--) orders.push(answer);
    },
    silence: (id) => void silent.add(id),
    forget: (id) => void files.delete(id),
    stop: () =>
      new Promise((resolve) => {
        host.close(() => resolve());
        host.closeAllConnections();
      }),
  };
}
