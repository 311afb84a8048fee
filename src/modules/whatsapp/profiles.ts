/** Reads what WhatsApp shows of a person: picture, status text, business. */
import type { BusinessProfile, Profile } from '../../core/providers/chat-actions.ts';
import { record, text } from '../../core/providers/foreign-values.ts';
import { refusalCode } from './asking.ts';
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
