/** What the paths of Evolution Go answer, where no record says it. */
import type { ZoneExamples } from '../../../http/openapi-examples.ts';
import {
  GROUP,
  JID,
  LID,
  MEMBER_RESULT,
  MESSAGE_ID,
  NEWSLETTER,
  NUMBER,
  OWN_JID,
  TIME,
} from './known.ts';
import { GATEWAY_RECORDS } from './records.ts';

const success = (data: ZoneExamples['fields'][string]) => ({ message: 'success', data });

export const EVOLUTION_GO_ANSWERS: ZoneExamples['answers'] = {
  'POST /message/downloadmedia': success({
    base64: 'data:image/png;base64,iVBORw0KGgo=',
    timestamp: TIME,
  }),
  'POST /message/status': success({
    result: { ...GATEWAY_RECORDS.MessageFate, message_id: MESSAGE_ID },
    timestamp: TIME,
  }),
  'POST /message/delete': success({ messageId: MESSAGE_ID, timestamp: TIME }),
  'POST /message/edit': success({ messageId: MESSAGE_ID, timestamp: TIME }),
  'GET /polls/{messageId}/results': success({
    pollMessageId: MESSAGE_ID,
    pollChatJid: JID,
    totalVotes: 1,
    optionCounts: { Monday: 1, Tuesday: 0 },
    voters: [{ jid: JID, phone: NUMBER, selectedOptions: ['Monday'] }],
  }),
  'POST /user/info': success({
    Users: { [JID]: { Status: 'Open until eight', PictureURL: null, VerifiedName: null } },
  }),
  'POST /user/avatar': success({ url: 'https://pps.whatsapp.net/v/picture.jpg' }),
  'POST /user/lid': success({ lid: LID, phoneNumber: NUMBER, jid: JID }),
  'POST /group/participant': success([MEMBER_RESULT]),
  'POST /group/requests/update': success([MEMBER_RESULT]),
  'POST /group/create': success({
    jid: GROUP,
    name: 'Orders',
    owner: OWN_JID,
    added: [JID],
    failed: [],
  }),
  'POST /newsletter/subscribe': success({ jid: NEWSLETTER, follow: true }),
  'POST /newsletter/follow': success({ jid: NEWSLETTER, follow: true }),
  'POST /newsletter/unfollow': success({ jid: NEWSLETTER, unfollow: true }),
};
