/** Route of the picture of a group. */
import { Elysia } from 'elysia';
import { NamedObject } from '../../../http/named-object.ts';
import { checkedFields, uncheckedBody } from '../../../http/read-fields.ts';
import { fileField } from '../../../sending/media-fields.ts';
import {
  PICTURE_DESCRIPTION,
  PICTURE_OPERATION,
  type ReadPicture,
} from '../../../sending/profile-picture.ts';
import { requireConnected } from '../../../sending/sender.ts';
import type { UrlGuard } from '../../../webhooks/url.ts';
import { instanceFor } from '../guard.ts';
import { connectedFailures, instanceParams } from '../operation.ts';
import { Updated, updated } from './changes.ts';
import { bodyWithGroup, GroupBesideBody, GroupJid, lenient } from './model.ts';
import { type GroupDeps, groupDetail, onGroupsOf } from './operation.ts';

export interface GroupPictureDeps extends GroupDeps {
  readonly readPicture: ReadPicture;
  /** Says where pictures may be fetched. */
  readonly guard: UrlGuard;
}

const NewPicture = NamedObject(
  'NewGroupPicture',
  { groupJid: GroupJid, image: fileField(PICTURE_DESCRIPTION) },
  lenient,
);

export const groupPictureRoutes = (deps: GroupPictureDeps) =>
  new Elysia({ name: 'group-picture' })
    .derive(({ request, params }) => ({ onGroups: onGroupsOf(deps, request, params) }))
    .post(
      '/group/updateGroupPicture/:instanceName',
      async ({ onGroups, status, ...context }) => {
        const instance = instanceFor(context, deps.directory, context.params.instanceName);
        const { groupJid, image } = checkedFields(
          NewPicture,
          bodyWithGroup(context.body, context.query),
          deps.guard,
        );
        requireConnected(instance);
        const jpeg = await deps.readPicture({
          instanceId: instance.id,
          field: 'image',
          file: image.file,
          signal: context.request.signal,
        });
        await onGroups((groups) => groups.setPicture(groupJid, jpeg));
        return status(201, updated);
      },
      {
        params: instanceParams,
        query: GroupBesideBody,
        body: uncheckedBody(NewPicture),
        response: { 201: Updated, ...connectedFailures },
        detail: groupDetail('send', 'Set the picture of a group', `${PICTURE_OPERATION} `),
      },
    );
