/** Routes of /group about links to join by, and about those who ask to join. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { NamedObject } from '../../../http/named-object.ts';
import { checkedFields, readBy, wrong } from '../../../http/read-fields.ts';
import { connectedFailures, instanceParams } from '../operation.ts';
import { GroupInfo, GroupQuery, lenient, toGroupInfo } from './model.ts';
import { type GroupDeps, groupDetail, onGroupsOf } from './operation.ts';

const LINK = 'https://chat.whatsapp.com/';
const CODE = /^[A-Za-z0-9]{22}$/;

const CodeQuery = Type.Object(
  {
    inviteCode: readBy(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'The code of the invitation, or the whole link that ends in it',
      }),
      (value) => {
        const text = typeof value === 'string' ? value : '';
        const [code = ''] = (text.startsWith(LINK) ? text.slice(LINK.length) : text).split('?');
        return CODE.test(code) ? code : wrong('must be 22 letters and digits, or a link with them');
      },
    ),
  },
  lenient,
);

export const inviteUrlOf = (inviteCode: string): string => `${LINK}${inviteCode}`;

const Invitation = { inviteUrl: Type.String(), inviteCode: Type.String() };
const invitation = (inviteCode: string) => ({ inviteUrl: inviteUrlOf(inviteCode), inviteCode });

const JoinRequests = NamedObject('JoinRequests', {
  requests: Type.Array(
    Type.Object({
      jid: Type.String(),
      requestedAt: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Seconds since 1970',
      }),
      method: Type.String({ description: 'Such as `invite_link`' }),
    }),
  ),
});

export const invitationRoutes = (deps: GroupDeps) =>
  new Elysia({ name: 'group-invitations' }).use(ownGroups(deps)).use(byCode(deps));

const ownGroups = (deps: GroupDeps) =>
  new Elysia({ name: 'group-own-invitations' })
    .derive(({ request, params }) => ({ onGroups: onGroupsOf(deps, request, params) }))
    .get(
      '/group/inviteCode/:instanceName',
      async ({ onGroups, query }) => {
        const { groupJid } = checkedFields(GroupQuery, query);
        return invitation(await onGroups((groups) => groups.inviteCode(groupJid)));
      },
      {
        params: instanceParams,
        query: GroupQuery,
        response: { 200: Type.Object(Invitation), ...connectedFailures },
        detail: groupDetail('send', 'The link by which people join a group'),
      },
    )
    .post(
      '/group/revokeInviteCode/:instanceName',
      async ({ onGroups, query, status }) => {
        const { groupJid } = checkedFields(GroupQuery, query);
        const code = await onGroups((groups) => groups.revokeInviteCode(groupJid));
        return status(201, { revoked: true as const, ...invitation(code) });
      },
      {
        params: instanceParams,
        query: GroupQuery,
        response: {
          201: Type.Object({ revoked: Type.Literal(true), ...Invitation }),
          ...connectedFailures,
        },
        detail: groupDetail('send', 'Replace the link by which people join a group'),
      },
    )
    .get(
      '/group/joinRequests/:instanceName',
      async ({ onGroups, query }) => {
        const { groupJid } = checkedFields(GroupQuery, query);
        return { requests: [...(await onGroups((groups) => groups.joinRequests(groupJid)))] };
      },
      {
        params: instanceParams,
        query: GroupQuery,
        response: { 200: JoinRequests, ...connectedFailures },
        detail: groupDetail('read', 'Who asks to join a group'),
      },
    );

const byCode = (deps: GroupDeps) =>
  new Elysia({ name: 'group-by-code' })
    .derive(({ request, params }) => ({ onGroups: onGroupsOf(deps, request, params) }))
    .get(
      '/group/inviteInfo/:instanceName',
      async ({ onGroups, query }) => {
        const { inviteCode } = checkedFields(CodeQuery, query);
        return toGroupInfo(await onGroups((groups) => groups.inviteInfo(inviteCode)));
      },
      {
        params: instanceParams,
        query: CodeQuery,
        response: { 200: GroupInfo, ...connectedFailures },
        detail: groupDetail('read', 'The group that a link leads to'),
      },
    )
    .get(
      '/group/acceptInviteCode/:instanceName',
      async ({ onGroups, query }) => {
        const { inviteCode } = checkedFields(CodeQuery, query);
        const { group, isJoined } = await onGroups((groups) => groups.join(inviteCode));
        return { accepted: isJoined, groupJid: group };
      },
      {
        params: instanceParams,
        query: CodeQuery,
        response: {
          200: Type.Object({
            accepted: Type.Boolean({ description: 'False: admins decide about it first' }),
            groupJid: Type.String(),
          }),
          ...connectedFailures,
        },
        detail: groupDetail('send', 'Join a group by its link'),
      },
    );
