/**
 * Reads what WhatsApp shows of a person (picture, status text, business), and reads and changes what others see of the
 * account itself.
 */
import {
  type AboutText,
  type OwnProfile,
  PRIVACY_SETTINGS,
  type Privacy,
  type PrivacyChange,
  type PrivacySetting,
} from '../../core/providers/account-actions.ts';
import type { BusinessProfile, Profile } from '../../core/providers/chat-actions.ts';
import { record, text } from '../../core/providers/foreign-values.ts';
import { failure } from '../../core/shared/errors.ts';
import { changeAppState } from './app-state.ts';
import { ask, askMex, type QuestionContext, refusalCode } from './ask.ts';
import type { BinaryNode, WASocket } from './engine/surface.ts';

/** WhatsApp's codes for what does not exist or what the account may not see. */
const NOT_SHOWN: ReadonlySet<number | null> = new Set([401, 403, 404]);

/** Resolves with null when WhatsApp shows the account nothing. */
async function shown<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (NOT_SHOWN.has(refusalCode(error))) return null;
    throw error;
  }
}

/** Resolves with the URL of the picture of a person or a group, or null. */
export const pictureOf = async (socket: WASocket, jid: string): Promise<string | null> =>
  (await shown(socket.profilePictureUrl(jid, 'image'))) ?? null;

/**
 * Returns the request that sets a picture, or removes it when `jpeg` is null; of the account itself
 * when `group` is absent. Baileys' own method would need an image codec.
 */
export const pictureRequest = (jpeg: Uint8Array | null, group?: string): BinaryNode => ({
  tag: 'iq',
  attrs: {
    to: 's.whatsapp.net',
    type: 'set',
    xmlns: 'w:profile:picture',
    ...(group !== undefined && { target: group }),
  },
  ...(jpeg !== null && { content: [{ tag: 'picture', attrs: { type: 'image' }, content: jpeg }] }),
});

export async function profileOf(socket: WASocket, jid: string): Promise<Profile> {
  const [picture, about, business] = await Promise.all([
    pictureOf(socket, jid),
    shown(socket.fetchStatus(jid)),
    shown(socket.getBusinessProfile(jid)),
  ]);
  const said = text(record(record(about?.[0]).status).status);
  return {
    jid,
    picture,
    about: said === '' ? null : said,
    business: business ? businessOf(record(business)) : null,
  };
}

function businessOf(profile: Readonly<Record<string, unknown>>): BusinessProfile {
  const fieldOf = (field: string) => text(profile[field]) || null;
  const { website } = profile;
  return {
    address: fieldOf('address'),
    description: fieldOf('description'),
    email: fieldOf('email'),
    category: fieldOf('category'),
    websites: Array.isArray(website) ? website.map(text).filter((one) => one !== '') : [],
  };
}

interface OwnProfileDeps extends QuestionContext {
  readonly connection: QuestionContext['connection'] & {
    /** Resolves when what is known of the account is on disk. */
    save(): Promise<void>;
  };
}

export class WhatsAppOwnProfile implements OwnProfile {
  readonly #asking: OwnProfileDeps;

  constructor(deps: OwnProfileDeps) {
    this.#asking = deps;
  }

  async rename(name: string): Promise<void> {
    await ask(this.#asking, async (socket) => {
      await changeAppState(socket, WHOLE_ACCOUNT, { pushNameSetting: name });
      const { me } = socket.authState.creds;
      // Baileys reports it only when the name was changed elsewhere.
      if (me !== undefined) socket.ev.emit('creds.update', { me: { ...me, name } });
    });
    await this.#asking.connection.save();
  }

  describe(about: AboutText): Promise<void> {
    return ask(this.#asking, (socket) => setAbout(socket, about));
  }

  async setPicture(jpeg: Uint8Array | null): Promise<void> {
    await ask(this.#asking, (socket) => socket.query(pictureRequest(jpeg)));
  }

  privacy(): Promise<Privacy> {
    return ask(this.#asking, privacyOf);
  }

  setPrivacy(change: PrivacyChange): Promise<Privacy> {
    return ask(this.#asking, async (socket) => {
      for (const name of PRIVACY_SETTINGS) {
        const value = change[name];
        if (value !== undefined) await setPrivacy(socket, name, value);
      }
      // Baileys sends receipts according to the settings that it read last.
      return privacyOf(socket);
    });
  }
}

/** WhatsApp's number of the change. Baileys' own stanza has been answered and ignored since August 2026. */
const SET_ABOUT = '9152604461510864';

async function setAbout(socket: WASocket, about: AboutText): Promise<void> {
  const isNothing = about.text === '' && about.emoji === '';
  const input = {
    text: about.text || null,
    ...(about.emoji !== '' && { emoji: { content: about.emoji } }),
    ephemeral_duration_sec: isNothing ? 0 : about.seconds,
  };
  const data = await askMex(socket, SET_ABOUT, { input });
  const result = text(record(data.xwa2_update_text_status).result);
  if (result === 'SUCCESS') return;
  throw result === '' ? failure('about_unknown') : failure('about_refused', { answer: result });
}

async function privacyOf(socket: WASocket): Promise<Privacy> {
  const said = record(await socket.fetchPrivacySettings(true));
  const named = (name: PrivacySetting) => [name, text(said[name]) || null] as const;
  // It has one entry for each setting.
  return Object.fromEntries(PRIVACY_SETTINGS.map(named)) as Privacy;
}

/** Given in place of a chat. */
const WHOLE_ACCOUNT = '';
const SERVER = 's.whatsapp.net';

const setPrivacy = (socket: WASocket, name: PrivacySetting, value: string): Promise<unknown> =>
  socket.query({
    tag: 'iq',
    attrs: { to: SERVER, type: 'set', xmlns: 'privacy' },
    content: [
      { tag: 'privacy', attrs: {}, content: [{ tag: 'category', attrs: { name, value } }] },
    ],
  });
