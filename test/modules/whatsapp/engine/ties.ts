/**
 * What our code relies on inside of Baileys, beyond what its types promise: places that are replaced, listened to before
 * it does, matched by their words, or relied on to happen in some order. Each says where Baileys has it, word for word.
 */

export interface Tie {
  /** What is true of Baileys as long as the tie holds. */
  readonly name: string;
  /** The file of `src/modules/whatsapp` that relies on it. */
  readonly ours: string;
  /** What that does with it. */
  readonly use: string;
  /** A file in `node_modules`, and the texts that it holds in this order; blanks and line ends do not count. */
  readonly file: string;
  readonly texts: readonly string[];
  /** How often all of Baileys has a text: one more place would go past us in silence. */
  readonly only?: Readonly<Record<string, number>>;
}

const lib = (path: string): string => `@whiskeysockets/baileys/lib/${path}`;
const SOCKET = lib('Socket/socket.js');
const RECEIVING = lib('Socket/messages-recv.js');
const WEBSOCKET = lib('Socket/Client/websocket.js');
const DECODING = lib('Utils/decode-wa-message.js');
const NOISE = lib('Utils/noise-handler.js');
const TRANSACTIONS = lib('Utils/auth-utils.js');

const handles = (tag: string, doing: string, handler: string) => ({
  file: RECEIVING,
  texts: [
    `ws.on('CB:${tag}', async (node) => { await processNode('${tag}', node, '${doing}', ${handler});`,
  ],
  only: { [`ws.on('CB:${tag}',`]: 1 },
});

export const TIES: readonly Tie[] = [
  {
    name: 'frames are read by one listener of "message"',
    ours: 'engine/wire.ts',
    use: 'calls it, and ends the connection when it throws',
    file: SOCKET,
    texts: ["ws.on('message', onMessageReceived);"],
    only: { "ws.on('message',": 1 },
  },
  {
    name: 'messages are read by one listener of "CB:message"',
    ours: 'engine/reading-order.ts',
    use: 'calls it for one message after another',
    ...handles('message', 'processing message', 'handleMessage'),
  },
  {
    name: 'receipts are read by one listener of "CB:receipt"',
    ours: 'engine/stanza-acks.ts',
    use: 'acknowledges them itself, once they are on disk',
    ...handles('receipt', 'handling receipt', 'handleReceipt'),
  },
  {
    name: 'calls are read by one listener of "CB:call"',
    ours: 'engine/stanza-acks.ts',
    use: 'calls it once they are on disk',
    ...handles('call', 'handling call', 'handleCall'),
  },
  {
    name: 'notifications are read by one listener of "CB:notification"',
    ours: 'engine/stanza-acks.ts',
    use: 'calls it once they are on disk',
    ...handles('notification', 'handling notification', 'handleNotification'),
  },
  {
    name: 'devices ask for a message again by receipts of type "retry"',
    ours: 'retry-requests.ts',
    use: 'answers them in place of Baileys',
    file: RECEIVING,
    texts: ['const handleReceipt = async (node) =>', "if (attrs.type === 'retry') {"],
  },
  {
    name: 'what is sent goes through the property `socket` of the WebSocket client',
    ours: 'engine/pending-frames.ts',
    use: 'holds frames back there, and cuts the connection',
    file: WEBSOCKET,
    texts: ['this.socket = new WebSocket(', 'this.socket?.send(str, cb);'],
    only: { 'socket?.send(': 1, '.socket = new WebSocket(': 1 },
  },
  {
    name: 'closing waits for the other side in `close` of the WebSocket client',
    ours: 'engine/connection-limits.ts',
    use: 'waits 2 s at most',
    file: WEBSOCKET,
    texts: ['async close() {', "this.socket?.once('close', resolve);", 'await closePromise;'],
  },
  {
    name: 'QR codes are taken one by one from the list of refs that came, and the end of the list ends the connection',
    ours: 'engine/connection-limits.ts',
    use: 'adds void refs before Baileys reads the list',
    file: SOCKET,
    texts: [
      "ws.on('CB:iq,type:set,pair-device', async (stanza) => {",
      "const refNodes = getBinaryNodeChildren(pairDeviceNode, 'ref');",
      'const refNode = refNodes.shift();',
      "new Boom('QR refs attempts ended'",
    ],
    only: { "'CB:iq,type:set,pair-device'": 1 },
  },
  {
    name: 'messages are remembered for retries by `addRecentMessage` alone',
    ours: 'engine/wire.ts',
    use: 'makes it do nothing, since retries are answered from the store',
    file: lib('Utils/message-retry-manager.js'),
    texts: ['addRecentMessage(to, id, message) {'],
    only: { 'this.recentMessagesMap.set(': 1 },
  },
  {
    name: 'LIDs are learned by `storeLIDPNMappings` alone',
    ours: 'engine/signal.ts',
    use: 'forgets the addresses that were looked up before',
    file: lib('Signal/lid-mapping.js'),
    texts: [
      'async storeLIDPNMappings(pairs) {',
      "await this.keys.set({ 'lid-mapping': batchData });",
    ],
    only: { "set({ 'lid-mapping'": 1 },
  },
  {
    name: 'a history says whose a LID is by `storeLIDPNMappings`, all people at once',
    ours: 'engine/history-share.ts',
    use: 'passes 25 on in one turn of the event loop',
    file: lib('Utils/process-message.js'),
    texts: ['.storeLIDPNMappings(data.lidPnMappings)'],
  },
  {
    name: 'the server’s certificates are checked by `Curve.verify`, which is looked up each time',
    ours: 'engine/baileys.ts',
    use: 'is replaced by one that refuses forged signatures',
    file: NOISE,
    texts: [
      'const verify = Curve.verify(details.key,',
      'const verifyIntermediate = Curve.verify(WA_CERT_DETAILS.PUBLIC_KEY,',
    ],
  },
  {
    name: 'libsignal checks signatures by `verify` of curve25519-js, which is looked up each time',
    ours: 'engine/baileys.ts',
    use: 'is replaced by one that is 20 times as fast',
    file: 'libsignal/src/curve.js',
    texts: ["const curveJs = require('curve25519-js');", 'curveJs.verify(pubKey, msg, sig)'],
  },
  {
    name: 'shares of a history are decoded by `HistorySync.decode` alone',
    ours: 'engine/history-share.ts',
    use: 'leaves out messages that nobody reads',
    file: lib('Utils/history.js'),
    texts: [
      'const syncData = proto.HistorySync.decode(buffer);',
      'historyMsg = proto.HistorySync.decode(await inflatePromise(',
    ],
    only: { 'HistorySync.decode(': 2 },
  },
  {
    name: 'libsignal prints through the console of the process',
    ours: 'engine/baileys.ts',
    use: 'is silenced, since it prints keys',
    file: 'libsignal/src/session_record.js',
    texts: ['console.warn("Session already closed", session);'],
  },
  {
    name: 'files of a history and of the app state are fetched by the global `fetch`, with `dispatcher`',
    ours: 'engine/baileys.ts',
    use: 'sends them through the proxy of the account',
    file: lib('Utils/messages-media.js'),
    texts: ['const response = await fetch(url.toString(), {', 'dispatcher: options.dispatcher,'],
  },
  {
    name: 'a transaction stores keys of any kind with the others, in one `set`',
    ours: 'key-memory.ts',
    use: 'stores a message beside the keys that opened it',
    file: TRANSACTIONS,
    texts: ['await state.set(mutations);', 'Object.assign(ctx.mutations[key], data[key]);'],
  },
  {
    name: 'versions of the app state are stored before their changes are told',
    ours: 'key-store.ts',
    use: 'holds the versions back until the changes are on disk',
    file: lib('Socket/chats.js'),
    texts: ["await authState.keys.set({ 'app-state-sync-version': { [name]: newState } });"],
  },
  {
    name: 'who has the key of a group is stored as `sender-key-memory`, by group',
    ours: 'relay/relay.ts',
    use: 'reads and writes the same',
    file: lib('Socket/messages-send.js'),
    texts: ["authState.keys.get('sender-key-memory', [jid])"],
  },
  {
    name: 'trusted contacts are stored as `tctoken`, with a list of them under `__index`',
    ours: 'engine/trusted-contacts.ts',
    use: 'reads and writes the same',
    file: lib('Utils/tc-token-utils.js'),
    texts: [
      "export const TC_TOKEN_INDEX_KEY = '__index';",
      "keys.get('tctoken', [TC_TOKEN_INDEX_KEY])",
    ],
  },
  {
    name: 'a message is made of its stanza by `decodeMessageNode`, and cleaned once it is read',
    ours: 'engine/message-envelope.ts',
    use: 'does both a second time, before the message is acknowledged',
    file: RECEIVING,
    texts: [
      'await decrypt();',
      'cleanMessage(msg, authState.creds.me.id, authState.creds.me.lid);',
      'await upsertMessage(msg,',
    ],
  },
  {
    name: 'a message without content says "Message absent from node"',
    ours: 'translate/undecryptable.ts',
    use: 'is told from one that cannot be deciphered',
    file: DECODING,
    texts: ["export const NO_MESSAGE_FOUND_ERROR_TEXT = 'Message absent from node';"],
  },
  {
    name: 'a contact whose other address is unknown is refused with "Unable to resolve"',
    ours: 'chat-actions.ts',
    use: 'becomes a refusal that says what to do',
    file: lib('Socket/chats.js'),
    texts: [
      'new Boom(`Unable to resolve PN JID for LID:',
      'new Boom(`Unable to resolve LID for PN JID:',
    ],
  },
  {
    name: 'forged certificates are told by "noise … certificate" and "certification match failed"',
    ours: 'close-reason.ts',
    use: 'ends the instance rather than trying again',
    file: NOISE,
    texts: [
      "throw new Boom('invalid noise leaf certificate'",
      "throw new Boom('noise certificate signature invalid'",
      "throw new Boom('certification match failed'",
    ],
  },
  {
    name: 'code of Baileys is in a folder @whiskeysockets/baileys',
    ours: 'engine/baileys-faults.ts',
    use: 'is recognised in the frames of errors that nobody handles',
    file: '@whiskeysockets/baileys/package.json',
    texts: ['"name": "@whiskeysockets/baileys"'],
  },
  {
    name: 'code of libsignal is in a folder libsignal',
    ours: 'engine/baileys.ts',
    use: 'is recognised in stack traces, to silence it',
    file: 'libsignal/package.json',
    texts: ['"name": "libsignal"'],
  },
  {
    name: 'messages are deciphered one after another, in the order they came',
    ours: 'engine/reading-order.ts',
    use: 'takes those before a message that was read for read, too',
    file: RECEIVING,
    texts: ['await messageMutex.mutex(async () => { await decrypt();'],
    only: { 'await decrypt();': 1 },
  },
  {
    name: 'stanzas from while the connection was away are processed one after another, in the order they came',
    ours: 'received-messages.ts',
    use: 'looks up those that follow together with one',
    file: lib('Utils/offline-node-processor.js'),
    texts: ['const { type, node } = nodes.shift();', 'await nodeProcessor(node)'],
  },
  {
    name: 'the Signal in use is that which `makeSignalRepository` returns, on keys with transactions',
    ours: 'engine/wire.ts',
    use: 'gives it ours',
    file: SOCKET,
    texts: [
      'const keys = addTransactionCapability(authState.keys, logger, transactionOpts);',
      'const signalRepository = makeSignalRepository({ creds, keys }, logger,',
    ],
  },
  {
    name: 'each frame that comes is told by the event "frame"',
    ours: 'engine/connection-recording.ts',
    use: 'records stanzas; the first one ends the wait for a connection, and `wire.ts` counts those that had waited',
    file: SOCKET,
    texts: ["anyTriggered = ws.emit('frame', frame);"],
  },
  {
    name: 'stanzas that Baileys sends are told to its log as "xml send"',
    ours: 'engine/connection-recording.ts',
    use: 'reads them back, to record them',
    file: SOCKET,
    texts: ["logger.trace({ xml: binaryNodeToString(frame), msg: 'xml send' });"],
  },
  {
    name: 'sessions are removed for retries only with `enableAutoSessionRecreation`',
    ours: 'engine/wire.ts',
    use: 'switches that off',
    file: RECEIVING,
    texts: ['if (enableAutoSessionRecreation && messageRetryManager && retryCount > 1)'],
  },
];

/** Reads a file in `node_modules`; rejects when there is none. */
export type ReadLibrary = (path: string) => Promise<string>;

/** Blanks and line ends do not count. */
const plain = (text: string): string => text.replaceAll(/\s+/g, '');

/** Returns the names of the ties that do not hold. `own` are the files of Baileys' own code. */
export async function brokenTies(read: ReadLibrary, own: readonly string[]): Promise<string[]> {
  const texts = new Map<string, Promise<string>>();
  const textOf = (path: string): Promise<string> => {
    const text = texts.get(path) ?? read(path).then(plain, () => '');
    texts.set(path, text);
    return text;
  };
  const broken: string[] = [];
  for (const { name, file, texts: needed, only = {} } of TIES) {
    let isHeld = hasInOrder(await textOf(file), needed);
    for (const [text, times] of Object.entries(only)) {
      const counts = await Promise.all(
        own.map(async (path) => (await textOf(path)).split(plain(text)).length - 1),
      );
      isHeld &&= counts.reduce((sum, count) => sum + count, 0) === times;
    }
    if (!isHeld) broken.push(name);
  }
  return broken;
}

function hasInOrder(file: string, texts: readonly string[]): boolean {
  let at = 0;
  for (const text of texts) {
    const found = file.indexOf(plain(text), at);
    if (found === -1) return false;
    at = found + plain(text).length;
  }
  return true;
}
