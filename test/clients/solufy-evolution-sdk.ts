/**
 * @solufy/evolution-sdk: its methods with the bodies that they make, and the rules by which it reads answers: a
 * field that is missing or of another type, and any field `error`, is a failure to it.
 */
import { expect } from 'bun:test';
import { mp3Of, wavOf } from '../doubles/sound-files.ts';
import { type Client, callsOf, listWith } from './call.ts';
import { ANA, ANA_JID, BOB, PICTURE } from './stage.ts';

const { works, wrong } = callsOf('global', ({ sends, body }) => {
  const [path, query = ''] = sends.split('?');
  return { sends: `${path}/?${query}`, body };
});

const text = expect.any(String);
const number = expect.any(Number);
const flag = expect.any(Boolean);
const url = expect.stringMatching(/^https?:\/\/./);
const base64 = expect.stringMatching(
  /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
);
/** It makes `+5511…` of every number. */
const to = (fields: object) => ({ number: `+${ANA}`, ...fields });

const SENT = { key: { remoteJid: ANA_JID, id: text }, messageTimestamp: number };
const FILE = {
  ...{ url, fileSha256: base64, fileLength: number, mediaKey: base64, fileEncSha256: base64 },
  ...{ directPath: text, mediaKeyTimestamp: number },
};
const sent = (message: object) => ({ ...SENT, message });

const MP4 = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2').toString('base64');
const SOUND = wavOf().toString('base64');

const MESSAGES = [
  works('messages.sendText', 'POST /message/sendText/shop', to({ text: 'Boa tarde' }), SENT),
  works(
    'messages.sendImage',
    'POST /message/sendMedia/shop',
    to({ media: PICTURE, mediatype: 'image', caption: 'Look' }),
    sent({ imageMessage: { ...FILE, height: number, width: number, caption: 'Look' } }),
  ),
  works(
    'messages.sendVideo',
    'POST /message/sendMedia/shop',
    to({ media: MP4, mediatype: 'video', mimetype: 'video/mp4' }),
    sent({ videoMessage: { ...FILE, gifPlayback: flag } }),
  ),
  works(
    'messages.sendDocument',
    'POST /message/sendMedia/shop',
    to({ media: 'YTtiCg==', mediatype: 'document', fileName: 'a.csv', mimetype: 'text/csv' }),
    sent({ documentMessage: { ...FILE, mimetype: text, fileName: 'a.csv' } }),
  ),
  works(
    'messages.sendAudio',
    'POST /message/sendMedia/shop',
    to({ media: mp3Of(50).toString('base64'), mediatype: 'audio' }),
    sent({ audioMessage: { ...FILE, seconds: number } }),
  ),
  works(
    'messages.sendVoice',
    'POST /message/sendWhatsAppAudio/shop',
    to({ audio: SOUND, encoding: true }),
    sent({ audioMessage: { ...FILE, mimetype: text, seconds: number, ptt: flag } }),
  ),
  works(
    'messages.sendSticker',
    'POST /message/sendSticker/shop',
    to({ sticker: PICTURE }),
    sent({ stickerMessage: FILE }),
  ),
  works(
    'messages.sendLocation',
    'POST /message/sendLocation/shop',
    to({ name: 'Here', address: 'Street 1', latitude: -23.5, longitude: -46.6 }),
    sent({
      locationMessage: {
        ...{ degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Here', address: 'Street 1' },
      },
    }),
  ),
  works(
    'messages.sendContact',
    'POST /message/sendContact/shop',
    to({ contact: [{ fullName: 'Bob', phoneNumber: '+55 11 77777 0000', wuid: BOB }] }),
    sent({ contactMessage: { displayName: 'Bob', vcard: text } }),
  ),
  works(
    'messages.sendPoll',
    'POST /message/sendPoll/shop',
    to({ name: 'Lunch?', selectableCount: 1, values: ['Yes', 'No'] }),
    sent({
      pollCreationMessageV3: {
        name: 'Lunch?',
        options: [{ optionName: 'Yes' }, { optionName: 'No' }],
        selectableOptionsCount: 1,
      },
    }),
  ),
];

const CHATS = [
  works('chats.check', 'POST /chat/whatsappNumbers/shop', { numbers: [`+${ANA}`] }, [
    { exists: true, jid: text, number: `+${ANA}` },
  ]),
  works(
    'chats.findAll',
    'POST /chat/findChats/shop',
    undefined,
    expect.arrayContaining([
      expect.objectContaining({ id: text, remoteJid: ANA_JID, updatedAt: text }),
    ]),
  ),
  works(
    'chats.sendPresence',
    'POST /chat/sendPresence/shop',
    to({ presence: 'composing', delay: 1 }),
  ),
];

const GROUP = {
  ...{ id: text, subject: 'Family', subjectOwner: text, subjectTime: number, size: 2 },
  ...{ creation: number, owner: text, restrict: flag, announce: flag },
};
const WITH_MEMBERS = { ...GROUP, participants: listWith({ id: text }) };

const GROUPS = [
  works(
    'groups.findAll(false)',
    'GET /group/fetchAllGroups/shop?getParticipants=false',
    undefined,
    listWith(GROUP),
  ),
  works(
    'groups.findAll(true)',
    'GET /group/fetchAllGroups/shop?getParticipants=true',
    undefined,
    listWith(WITH_MEMBERS),
  ),
  works(
    'groups.findByInviteCode',
    'GET /group/inviteInfo/shop?inviteCode={inviteCode}',
    undefined,
    {
      ...WITH_MEMBERS,
      ...{ isCommunity: flag, isCommunityAnnounce: flag, joinApprovalMode: flag },
      memberAddMode: flag,
    },
  ),
  works(
    'groups.findByJid',
    'GET /group/findGroupInfos/shop?groupJid={group}',
    undefined,
    WITH_MEMBERS,
  ),
];

const INSTANCE = {
  ...{ id: text, name: 'shop', connectionStatus: 'open', integration: 'WHATSAPP-BAILEYS' },
  ...{ token: text, clientName: text, businessId: null, createdAt: text, updatedAt: text },
  ...{ disconnectionReasonCode: null, disconnectionObject: null, disconnectionAt: null },
  _count: { Message: number, Contact: number, Chat: number },
};
const READS_ERROR = 'Evolution API answers `error: false`, which this client takes for a failure';

const INSTANCES = [
  works(
    'instances.create',
    'POST /instance/create',
    { instanceName: 'branch', integration: 'WHATSAPP-BAILEYS' },
    {
      instance: {
        ...{ instanceName: 'branch', instanceId: text, integration: 'WHATSAPP-BAILEYS' },
        status: 'close',
      },
      hash: text,
    },
  ),
  works('instances.findAll', 'GET /instance/fetchInstances', undefined, [
    INSTANCE,
    { ...INSTANCE, name: 'branch', connectionStatus: 'close' },
  ]),
  works('instances.findById', 'GET /instance/fetchInstances?instanceId={instanceId}', undefined, [
    INSTANCE,
  ]),
  works('instances.findByName', 'GET /instance/fetchInstances?instanceName=shop', undefined, [
    INSTANCE,
  ]),
  works('instances.status', 'GET /instance/connectionState/shop', undefined, {
    instance: { instanceName: 'shop', state: 'open' },
  }),
  works('instances.connect', 'GET /instance/connect/shop', undefined, { pairingCode: null }),
  works('instances.restart', 'POST /instance/restart/shop'),
  wrong('instances.logout', 'DELETE /instance/logout/shop', undefined, READS_ERROR),
  wrong('instances.delete', 'DELETE /instance/delete/shop', undefined, READS_ERROR),
];

export const SOLUFY_EVOLUTION_SDK: Client = {
  name: '@solufy/evolution-sdk',
  version: '1.0.2',
  of: 'Evolution API',
  mistrusts: (answer) => typeof answer === 'object' && answer !== null && 'error' in answer,
  calls: [...MESSAGES, ...CHATS, ...GROUPS, ...INSTANCES],
};
