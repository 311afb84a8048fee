/** Paths of Evolution Go, written down for the tests that hold every operation to something. */

export const GO_SEND = [
  ...['text', 'link', 'media', 'poll', 'sticker', 'location', 'contact', 'button', 'list'],
  ...['status/text', 'status/media'],
].map((kind) => `/send/${kind}`);

/** OpenAPI allows no path that could also be read as one with another parameter. */
export const GO_UNLISTED: ReadonlySet<string> = new Set([
  'get /instance/{instanceId}/advanced-settings',
  'put /instance/{instanceId}/advanced-settings',
]);

/** Method and path of all but those of /send, by the scope that a key needs for them. */
export const GO_NEEDED = {
  read: [
    'get /instance/status',
    'post /message/downloadmedia',
    'post /message/status',
    'get /polls/{messageId}/results',
    'post /user/info',
    'get /user/contacts',
    'post /chat/history-sync',
    'post /group/requests',
    'post /user/avatar',
    'get /user/privacy',
    'get /group/list',
    'get /group/myall',
    'post /group/info',
    'get /newsletter/list',
    'post /newsletter/info',
    'post /newsletter/link',
    'get /label/list',
    'post /newsletter/messages',
    'get /user/blocklist',
    'post /user/lid',
    'get /instance/{instanceId}/advanced-settings',
    'get /instance/logs/{instanceId}',
  ],
  send: [
    ...['react', 'presence', 'markread', 'markplayed', 'delete', 'edit'].map(
      (verb) => `post /message/${verb}`,
    ),
    ...['pin', 'unpin', 'archive', 'unarchive', 'mute', 'unmute'].map(
      (verb) => `post /chat/${verb}`,
    ),
    ...['label/chat', 'label/message', 'label/edit'].map((path) => `post /${path}`),
    ...['chat', 'message'].map((what) => `post /unlabel/${what}`),
    'post /call/reject',
    ...['check', 'block', 'unblock'].map((verb) => `post /user/${verb}`),
    ...['invitelink', 'join', 'leave', 'name', 'description', 'photo'].map(
      (verb) => `post /group/${verb}`,
    ),
    ...['participant', 'settings', 'create', 'requests/update'].map(
      (verb) => `post /group/${verb}`,
    ),
    ...['subscribe', 'follow', 'unfollow'].map((verb) => `post /newsletter/${verb}`),
    ...['create', 'add', 'remove'].map((verb) => `post /community/${verb}`),
    ...['carousel', 'event', 'pollVote'].map((kind) => `post /send/${kind}`),
    'post /newsletter/create',
  ],
  settings: [
    'post /user/privacy',
    'delete /user/profilePicture',
    'put /instance/{instanceId}/advanced-settings',
    'post /instance/proxy/{instanceId}',
    'delete /instance/proxy/{instanceId}',
    ...['profilePicture', 'profileName', 'profileStatus'].map((verb) => `post /user/${verb}`),
  ],
  connect: [
    'get /instance/qr',
    'post /instance/pair',
    'post /instance/reconnect',
    'post /instance/disconnect',
    'post /instance/forcereconnect/{instanceId}',
    'delete /instance/logout',
  ],
  global: ['get /instance/all', 'get /instance/info/{instanceId}'],
} as const;
