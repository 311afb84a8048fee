/** Asks the account's phone for what only it has. */
import { NotConnected } from '../../../core/shared/errors.ts';
import { encodeStanza } from '../engine/stanza-encoder.ts';
import type { Baileys, proto, WASocket } from '../engine/surface.ts';
import { addPadding, beginSessions, deviceIdentity, sealFor } from './sealing.ts';

/** Resolves with the id of the question, which the answer names. Rejects when there are no usable keys of the phone. */
export async function askPhone(
  socket: WASocket,
  baileys: Baileys,
  question: proto.Message.IPeerDataOperationRequestMessage,
): Promise<string> {
  const { creds } = socket.authState;
  if (!creds.me) throw new NotConnected();
  const { Message } = baileys.proto;
  const phone = baileys.jidNormalizedUser(creds.me.id);
  const type = Message.ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_MESSAGE;
  const message = { protocolMessage: { type, peerDataOperationRequestMessage: question } };
  const copy = { deviceSentMessage: { destinationJid: phone, message } };
  const content = { data: addPadding(Message.encode(copy).finish()), attrs: {} };
  const seal = () => sealFor(socket, phone, content);
  const { enc, opensSession } = await seal().catch(async () => {
    await beginSessions(socket, baileys, [phone]);
    return seal();
  });
  const id = baileys.generateMessageIDV2(creds.me.id);
  const urgency = { category: 'peer', push_priority: 'high_force' };
  const stanza = {
    tag: 'message',
    attrs: { id, to: phone, type: 'text', ...urgency },
    content: [
      enc,
      ...(opensSession ? deviceIdentity(baileys, creds) : []),
      { tag: 'meta', attrs: { appdata: 'default' } },
    ],
  };
  await socket.sendRawMessage(encodeStanza(stanza));
  return id;
}
