/** Routes of the account's own picture, and of its privacy as it is. */
import { Elysia } from 'elysia';
import { NamedObject } from '../../../http/named-object.ts';
import { checkedFields, uncheckedBody } from '../../../http/read-fields.ts';
import type { InstanceDirectory, InstanceRecord } from '../../../instances/directory.ts';
import { needs } from '../../../instances/scopes.ts';
import type { Sessions } from '../../../instances/sessions.ts';
import type { OwnProfile } from '../../../providers/own-profile.ts';
import { fileField } from '../../../sending/media-fields.ts';
import {
  PICTURE_DESCRIPTION,
  PICTURE_OPERATION,
  type ReadPicture,
} from '../../../sending/profile-picture.ts';
import { begunWhenConnected, requireConnected } from '../../../sending/sender.ts';
import type { UrlGuard } from '../../../webhooks/url.ts';
import { instanceFor } from '../guard.ts';
import { connectedFailures, instanceParams } from '../operation.ts';
import { PrivacySettings, Updated, updated } from './own-profile.ts';

interface OwnProfileDeps {
  readonly directory: InstanceDirectory;
  readonly sessions: Sessions;
  readonly readPicture: ReadPicture;
  /** Says where pictures may be fetched. */
  readonly guard: UrlGuard;
}

const NewPicture = NamedObject(
  'NewProfilePicture',
  { picture: fileField(PICTURE_DESCRIPTION) },
  { additionalProperties: true },
);

/** Begun in turn with the instance's other calls, which do not wait for its end. */
const onOwnProfile = <T>(
  sessions: Sessions,
  { id }: InstanceRecord,
  act: (profile: OwnProfile) => Promise<T>,
): Promise<T> =>
  begunWhenConnected(sessions, id, async (session) => ({ answer: act(session.ownProfile()) }));

export const ownProfileRoutes = (deps: OwnProfileDeps) =>
  new Elysia({ name: 'own-profile' })
    .use(updatePicture(deps))
    .use(removePicture(deps))
    .use(fetchPrivacy(deps));

const updatePicture = ({ directory, sessions, readPicture, guard }: OwnProfileDeps) =>
  new Elysia().post(
    '/chat/updateProfilePicture/:instanceName',
    async (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      const { picture } = checkedFields(NewPicture, context.body, guard);
      requireConnected(instance);
      const jpeg = await readPicture({
        instanceId: instance.id,
        field: 'picture',
        file: picture.file,
        signal: context.request.signal,
      });
      await onOwnProfile(sessions, instance, (profile) => profile.setPicture(jpeg));
      return updated;
    },
    {
      params: instanceParams,
      body: uncheckedBody(NewPicture),
      response: { 200: Updated, ...connectedFailures },
      detail: {
        tags: ['Chats'],
        security: needs('settings'),
        summary: 'Set the picture of the account',
        description: PICTURE_OPERATION,
      },
    },
  );

const removePicture = ({ directory, sessions }: OwnProfileDeps) =>
  new Elysia().delete(
    '/chat/removeProfilePicture/:instanceName',
    async (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      await onOwnProfile(sessions, instance, (profile) => profile.setPicture(null));
      return updated;
    },
    {
      params: instanceParams,
      response: { 200: Updated, ...connectedFailures },
      detail: {
        tags: ['Chats'],
        security: needs('settings'),
        summary: 'Remove the picture of the account',
      },
    },
  );

const fetchPrivacy = ({ directory, sessions }: OwnProfileDeps) =>
  new Elysia().get(
    '/chat/fetchPrivacySettings/:instanceName',
    async (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      return onOwnProfile(sessions, instance, (profile) => profile.privacy());
    },
    {
      params: instanceParams,
      response: { 200: PrivacySettings, ...connectedFailures },
      detail: {
        tags: ['Chats'],
        security: needs('read'),
        summary: 'Who may see what of the account',
      },
    },
  );
