/** The picture of a group. */

import { GROUP, PICTURE } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { checkedFields } from '../../../core/http/read-fields.ts';
import { mediaHeaders, withMediaHeaders } from '../../../core/sending/media-headers.ts';
import { PICTURE_OPERATION, pictureField } from '../../../core/sending/profile-picture.ts';
import { requireConnected } from '../../../core/sending/sender.ts';
import { readBody } from '../body.ts';
import { instanceOperation } from '../operation.ts';
import { CHANGE, Updated, updated } from './changes.ts';
import { bodyWithGroup, GroupJid, lenient } from './model.ts';
import { callGroups, LIMITS } from './operation.ts';

const NewPicture = NamedObject(
  'NewGroupPicture',
  { groupJid: GroupJid, image: pictureField, mediaHeaders },
  lenient,
);

export const updateGroupPicture = instanceOperation(
  'POST /group/updateGroupPicture/:instanceName',
  {
    ...CHANGE,
    tag: 'Groups',
    summary: 'Set the picture of a group',
    description: `${PICTURE_OPERATION} ${LIMITS}`,
    resolveInstanceBeforeBody: true,
    body: readBody(NewPicture, (body, { guard }, { query }) =>
      checkedFields(NewPicture, bodyWithGroup(body, query), guard),
    ),
    takesFiles: true,
    answer: Updated,
    failures: ['CONFLICT'],
    example: { body: { groupJid: GROUP, image: PICTURE } },
    async run(
      { sessions, readPicture },
      { instance, body: { groupJid, image, mediaHeaders: headers }, request },
    ) {
      requireConnected(instance);
      const jpeg = await readPicture({
        instanceId: instance.id,
        field: 'image',
        file: withMediaHeaders(image.file, headers),
        signal: request.signal,
      });
      await callGroups(sessions, instance, (groups) => groups.setPicture(groupJid, jpeg));
      return updated;
    },
  },
);
