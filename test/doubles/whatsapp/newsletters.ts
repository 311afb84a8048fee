/** The raw notification that an account joined a channel, made on its phone. */
import { type BinaryNode, newId, nowSeconds, SERVER, stanza } from './stanzas.ts';

export interface Newsletter {
  /** Ends in `@newsletter`. */
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly subscribers?: number;
  readonly invite?: string;
  readonly role?: 'SUBSCRIBER' | 'OWNER' | 'ADMIN';
}

export function joined(newsletter: Newsletter): BinaryNode {
  const content = JSON.stringify({
    data: { xwa2_notify_newsletter_on_join: described(newsletter) },
  });
  return stanza('notification', { from: SERVER, type: 'mex', id: newId(), t: nowSeconds() }, [
    stanza('update', { op_name: 'NotificationNewsletterJoin' }, content),
  ]);
}

function described({ id, name, description = '', subscribers = 1, invite, role }: Newsletter) {
  const micros = `${Date.now()}000`;
  return {
    id,
    state: { type: 'ACTIVE' },
    thread_metadata: {
      creation_time: nowSeconds(),
      invite: invite ?? '0029VaFakeInviteCode00000',
      name: { id: micros, text: name, update_time: micros },
      description: { id: micros, text: description, update_time: micros },
      subscribers_count: `${subscribers}`,
      verification: 'UNVERIFIED',
      picture: null,
      preview: { id: micros, type: 'PREVIEW', direct_path: '' },
      settings: { reaction_codes: { value: 'ALL' } },
      handle: null,
    },
    viewer_metadata: { mute: 'OFF', role: role ?? 'SUBSCRIBER' },
  };
}
