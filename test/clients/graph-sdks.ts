/**
 * Two libraries that people write programs for WhatsApp's official API with, by their own code: `whatsapp-api-js`, and
 * `@great-detail/whatsapp`, which goes on from Meta's own. Meta's may be used with its own services only, and has had no
 * release with code since December 2024.
 */
import { Client } from '@great-detail/whatsapp';
import { WhatsAppAPI } from 'whatsapp-api-js';
import {
  ActionButtons,
  ActionFlow,
  ActionList,
  Audio,
  Body,
  BodyComponent,
  BodyParameter,
  Button,
  Contacts,
  Document,
  Image,
  Interactive,
  ListSection,
  Location,
  Name,
  Phone,
  Reaction,
  Row,
  Sticker,
  Template,
  Text,
  Video,
} from 'whatsapp-api-js/messages';
import { type GraphStage, TEMPLATE } from './graph-stage.ts';

/** What the library's user has of a webhook. */
export type WebhookContent =
  | { readonly kind: 'message'; readonly id: string; readonly from: string; readonly text: unknown }
  | { readonly kind: 'status'; readonly id: string; readonly status: string };

export const KINDS = [
  ...['text', 'image', 'video', 'audio', 'document', 'sticker', 'location', 'contacts'],
  ...['reaction', 'buttons', 'list', 'flow', 'template'],
] as const;
export type Kind = (typeof KINDS)[number];

export interface Sdk {
  /** Sends a message of the kind; an uploaded file where `fileId` is given. Rejects with what was answered. */
  send(kind: Kind, fileId?: string): Promise<string>;
  upload(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<string>;
  fetchFile(fileId: string): Promise<Uint8Array>;
  deleteFile(fileId: string): Promise<boolean>;
  markRead(id: string): Promise<boolean>;
  /** Answers the handshake and takes webhooks; those with a wrong signature are refused. */
  receive(request: Request, appSecret: string): Promise<Response>;
  readonly heard: readonly WebhookContent[];
}

interface SdkOptions {
  readonly stage: GraphStage;
  readonly verifyToken: string;
}

const FORM: ActionFlow['parameters'] = {
  ...{ flow_message_version: '3', flow_id: '1234567890', flow_cta: 'Fill in' },
  ...{ flow_token: 'order-7', flow_action: 'navigate', mode: 'published' },
  flow_action_payload: { screen: 'ADDRESS', data: { city: 'Recife' } },
};

function builtBy(stage: GraphStage, kind: Kind, fileId?: string) {
  const [file, isId] = fileId === undefined ? [stage.files[kind] ?? '', false] : [fileId, true];
  const body = new Body('Which one?');
  const made = {
    text: () => new Text('Hello, Ana'),
    image: () => new Image(file, isId, 'Look'),
    video: () => new Video(file, isId, 'Look'),
    audio: () => new Audio(file, isId, true),
    document: () => new Document(file, isId, 'Look', 'offer.pdf'),
    sticker: () => new Sticker(file, isId),
    location: () => new Location(-46.6, -23.5, 'Shop', 'Street 1'),
    contacts: () =>
      new Contacts([
        new Name('Bob', 'Bob'),
        new Phone('+55 11 77777-0000', 'CELL', '5511777770000'),
      ]),
    reaction: () => new Reaction(stage.received, '👍'),
    buttons: () =>
      new Interactive(new ActionButtons(new Button('yes', 'Yes'), new Button('no', 'No')), body),
    list: () =>
      new Interactive(new ActionList('Menu', new ListSection('All', new Row('1', 'One'))), body),
    flow: () => new Interactive(new ActionFlow(FORM), body),
    template: () =>
      new Template(TEMPLATE.name, TEMPLATE.language, new BodyComponent(new BodyParameter('Ana'))),
  };
  return made[kind]();
}

/** Its address cannot be set, but the function that it fetches with. */
export function whatsappApiJs({ stage, verifyToken }: SdkOptions): Sdk {
  const heard: WebhookContent[] = [];
  const elsewhere = (input: string | URL | Request, init?: RequestInit) =>
    fetch(`${input}`.replace('https://graph.facebook.com', stage.base), init);
  const apiWith = (appSecret: string) => {
    const api = new WhatsAppAPI({
      ...{ token: stage.key, appSecret, webhookVerifyToken: verifyToken, v: 'v24.0' },
      ponyfill: { fetch: elsewhere as typeof fetch },
    });
    api.on.message = ({ message, from }) => {
      const text = message.type === 'text' ? message.text.body : message.type;
      heard.push({ kind: 'message', id: message.id, from: `${from}`, text });
    };
    api.on.status = ({ id, status }) => void heard.push({ kind: 'status', id, status });
    return api;
  };
  const api = apiWith('none');
  const { phoneNumberId: phone } = stage;
  return {
    heard,
    async send(kind, fileId) {
      const message = builtBy(stage, kind, fileId);
      const answer = await api.sendMessage(phone, stage.customer.number, message);
      if (!('messages' in answer)) throw answer;
      return answer.messages[0].id;
    },
    async upload(bytes, type) {
      const form = new FormData();
      form.set('file', new Blob([bytes], { type }));
      const answer = await api.uploadMedia(phone, form);
      if (!('id' in answer)) throw answer;
      return answer.id;
    },
    async fetchFile(fileId) {
      const answer = await api.retrieveMedia(fileId, phone);
      if (!('url' in answer)) throw answer;
      return new Uint8Array(await (await api.fetchMedia(answer.url)).arrayBuffer());
    },
    async deleteFile(fileId) {
      const answer = await api.deleteMedia(fileId, phone);
      return 'success' in answer && answer.success;
    },
    async markRead(id) {
      const answer = await api.markAsRead(phone, id, 'text');
      return 'success' in answer && answer.success;
    },
    async receive(request, appSecret) {
      const query = Object.fromEntries(new URL(request.url).searchParams);
      // The cast is safe: a query that lacks one of the three is refused.
      if (request.method === 'GET') return new Response(api.get(query as never));
      const body = await request.text();
      const signature = request.headers.get('x-hub-signature-256') ?? '';
      const status = await apiWith(appSecret)
        .post(JSON.parse(body), body, signature)
        .then(
          () => 200,
          ({ httpStatus }) => httpStatus,
        );
      return new Response(null, { status });
    },
  };
}

function nodeOf(stage: GraphStage, kind: Kind, fileId?: string): { type: string } & object {
  const file = fileId === undefined ? { link: stage.files[kind] ?? '' } : { id: fileId };
  const media = (more: object = {}) => ({ type: kind, [kind]: { ...file, ...more } });
  const body = { text: 'Which one?' };
  const made: Record<Kind, () => { type: string } & object> = {
    text: () => ({ type: 'text', text: { body: 'Hello, Ana', preview_url: false } }),
    image: () => media({ caption: 'Look' }),
    video: () => media({ caption: 'Look' }),
    audio: () => media({ voice: true }),
    document: () => media({ caption: 'Look', filename: 'offer.pdf' }),
    sticker: () => media(),
    location: () => ({
      type: 'location',
      location: { latitude: -23.5, longitude: -46.6, name: 'Shop', address: 'Street 1' },
    }),
    contacts: () => ({
      type: 'contacts',
      contacts: [
        {
          name: { formatted_name: 'Bob', first_name: 'Bob' },
          phones: [{ phone: '+55 11 77777-0000', type: 'CELL', wa_id: '5511777770000' }],
        },
      ],
    }),
    reaction: () => ({ type: 'reaction', reaction: { message_id: stage.received, emoji: '👍' } }),
    buttons: () => ({
      type: 'interactive',
      interactive: {
        ...{ type: 'button', body },
        action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] },
      },
    }),
    list: () => ({
      type: 'interactive',
      interactive: {
        ...{ type: 'list', body },
        action: { button: 'Menu', sections: [{ title: 'All', rows: [{ id: '1', title: 'One' }] }] },
      },
    }),
    flow: () => ({
      type: 'interactive',
      interactive: { ...{ type: 'flow', body }, action: { name: 'flow', parameters: FORM } },
    }),
    template: () => ({
      type: 'template',
      template: {
        name: TEMPLATE.name,
        language: { code: TEMPLATE.language },
        components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ana' }] }],
      },
    }),
  };
  return made[kind]();
}

/** Its address is one of its options. A failure rejects with the answer. */
export function greatDetail({ stage, verifyToken }: SdkOptions): Sdk {
  const heard: WebhookContent[] = [];
  const authorization = `Bearer ${stage.key}`;
  const sdk = new Client({
    prefixUrl: stage.base,
    request: { headers: { Authorization: authorization }, retry: 0 },
  });
  const { phoneNumberId: phoneNumberID } = stage;
  /** An answer of 400 and above rejects; what was answered is read before that. */
  const json = async <Answer>(asked: PromiseLike<Response>): Promise<Answer> => {
    try {
      return (await (await asked).json()) as Answer;
    } catch (failure) {
      const { response } = failure as { response?: Response };
      throw (await response?.json()) ?? failure;
    }
  };
  return {
    heard,
    async send(kind, fileId) {
      const message = {
        ...{ phoneNumberID, to: stage.customer.number },
        ...nodeOf(stage, kind, fileId),
      };
      // The cast is safe: its types want the node of each kind apart.
      const sent = sdk.message.createMessage(message as never);
      const { messages } = await json<{ messages: [{ id: string }] }>(sent);
      return messages[0].id;
    },
    async upload(bytes, mimeType) {
      const file = new Blob([bytes], { type: mimeType });
      const sent = sdk.media.upload({ phoneNumberID, file, filename: 'a.png', mimeType });
      return (await json<{ id: string }>(sent)).id;
    },
    async fetchFile(mediaID) {
      const { url } = await json<{ url: string }>(sdk.media.getURL({ mediaID, phoneNumberID }));
      const request = { headers: { Authorization: authorization } };
      const file = await sdk.media.download({ mediaURL: url, request });
      return new Uint8Array(await file.arrayBuffer());
    },
    async deleteFile(mediaID) {
      const answer = await json<{ success: boolean }>(sdk.media.delete({ mediaID, phoneNumberID }));
      return answer.success;
    },
    async markRead(message_id) {
      const sent = sdk.message.createStatus({
        ...{ phoneNumberID, message_id, status: 'read' as const },
        typing_indicator: { type: 'text' },
      });
      return (await json<{ success: boolean }>(sent)).success;
    },
    async receive(request, appSecret) {
      const { method } = request;
      const query = Object.fromEntries(new URL(request.url).searchParams);
      if (method === 'GET') {
        const registration = await sdk.webhook.register({ method, query } as never);
        if (registration.verifyToken !== verifyToken) return new Response(null, { status: 403 });
        return new Response(registration.accept());
      }
      const headers = Object.fromEntries(request.headers);
      const event = await sdk.webhook.eventNotification({
        ...{ method, headers, query, body: await request.text() },
      } as never);
      if (!(await event.checkSignature(appSecret))) return new Response(null, { status: 401 });
      heard.push(...heardIn(event.eventNotification));
      return new Response();
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a webhook as its receiver takes it, without types.
function heardIn({ entry }: any): WebhookContent[] {
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  return entry[0].changes.flatMap(({ value }: any) => [
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    ...(value.messages ?? []).map(({ id, from, type, text }: any) => {
      return { kind: 'message' as const, id, from, text: text?.body ?? type };
    }),
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    ...(value.statuses ?? []).map(({ id, status }: any) => ({
      kind: 'status' as const,
      id,
      status,
    })),
  ]);
}

export const SDKS = [
  { name: 'whatsapp-api-js', version: '6.3.0', of: whatsappApiJs },
  { name: '@great-detail/whatsapp', version: '8.4.0', of: greatDetail },
] as const;
