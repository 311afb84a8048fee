/** The profile of an account of the sandbox, as others would see it. Changes are listed and kept only in memory. */
import type { OwnProfile, Privacy } from '../../core/providers/own-profile.ts';
import { type ActionList, describedJpeg } from './chat-actions.ts';
import type { SandboxConnection } from './connection.ts';

const OPEN_TO_ALL: Privacy = {
  readreceipts: 'all',
  profile: 'all',
  status: 'all',
  last: 'all',
  online: 'all',
  groupadd: 'all',
};

export function sandboxOwnProfile(
  actions: ActionList,
  account: Pick<SandboxConnection, 'rename'>,
): OwnProfile {
  let privacy = OPEN_TO_ALL;
  return {
    async rename(name) {
      await account.rename(name);
      actions.add({ action: 'profileName', value: name });
    },
    async describe({ text }) {
      actions.add({ action: 'profileStatus', value: text });
    },
    async setPicture(jpeg) {
      const value = jpeg === null ? '' : describedJpeg(jpeg);
      actions.add({ action: 'profilePicture', value });
    },
    async privacy() {
      return privacy;
    },
    async setPrivacy(change) {
      privacy = { ...privacy, ...change };
      actions.add({ action: 'privacy', value: JSON.stringify(change) });
      return privacy;
    },
  };
}
