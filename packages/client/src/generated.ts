/** The operations and events of the API document. Written by `npm run generate:client`: do not edit. */

export interface paths {
    "/instance/create": {
        /**
         * Create an instance
         * @description Needs the global key. The key of the instance is shown here only. Besides `instanceName` nothing is needed; the other fields are those of older clients and do what proxy/set, settings/set, webhook/set and connect do. All of it is set or nothing. A number of `whatsapp-cloud` is checked with Meta first: 400 with its words when the token does not open it, 409 when another instance has it, 502 when Meta cannot be asked. Needs the global key.
         */
        post: operations["postInstanceCreate"];
    };
    "/instance/fetchInstances": {
        /**
         * List instances
         * @description An instance key sees its own only. What none has gives an empty list. Some fields say the same twice, as older clients read them. Needs a key with the scope `read`.
         */
        get: operations["getInstanceFetchInstances"];
    };
    "/instance/delete/{instanceName}": {
        /**
         * Delete an instance
         * @description Needs the global key; the id of the instance may stand for its name. Unpairs it and discards what waits for its own channels. Needs the global key.
         */
        delete: operations["deleteInstanceDeleteByInstanceName"];
    };
    "/instance/key/rotate/{instanceName}": {
        /**
         * Replace the key of an instance
         * @description The present key stays good for `graceSeconds`; one before that ends at once. A key with every scope may replace itself, by one that lives no longer. Needs a key with the scope `read` and `send` and `settings` and `connect`.
         */
        post: operations["postInstanceKeyRotateByInstanceName"];
    };
    "/instance/credentials/{instanceName}": {
        /**
         * Replace the credentials of a number of WhatsApp's official API
         * @description Of whatsapp-cloud alone. A new access token is checked with Meta as at create, and nothing is changed when it does not open the number; the instance then connects unless it was logged out or disconnected on purpose. What is absent stays. Needs a key with the scope `settings`.
         */
        patch: operations["patchInstanceCredentialsByInstanceName"];
    };
    "/instance/connectionState/{instanceName}": {
        /**
         * State of the connection, with its reason
         * @description Needs a key with the scope `read`.
         */
        get: operations["getInstanceConnectionStateByInstanceName"];
    };
    "/instance/connect/{instanceName}": {
        /**
         * Connect an instance and get the code to pair it with
         * @description Waits up to 10 seconds for the first code. Without one by then the failure names the reason; a log-out meanwhile is a conflict. A code that is current is answered as it is; a new `number` replaces it. An instance that is open already answers empty fields and its state. While WhatsApp asks for the passkey of the account, `passkey` has the links and the code of the ceremony. A call that changes nothing and need not wait leaves no row in the audit. Needs a key with the scope `connect`.
         */
        get: operations["getInstanceConnectByInstanceName"];
    };
    "/instance/logout/{instanceName}": {
        /**
         * Unpair an instance
         * @description The id of the instance may stand for its name. Needs a key with the scope `connect`.
         */
        delete: operations["deleteInstanceLogoutByInstanceName"];
    };
    "/instance/disconnect/{instanceName}": {
        /**
         * Close the connection of an instance and keep it paired
         * @description It stays closed until it is connected by request, over restarts of the service too. Its platform keeps what arrives meanwhile. Needs a key with the scope `connect`.
         */
        post: operations["postInstanceDisconnectByInstanceName"];
    };
    "/instance/connect": {
        /**
         * Connect an instance and set where its events go
         * @description A partial update: what is absent stays. What changes settings needs the scope `settings` too. An instance has one event list, here and in webhook/set. A `webhookUrl` of another scheme, host or port drops the headers stored for the former one; `headersDropped` names them. Needs a key with the scope `connect`.
         */
        post: operations["postInstanceConnect"];
    };
    "/instance/restart/{instanceName}": {
        /**
         * Restart the connection of an instance
         * @description A second call joins the restart under way. POST and PUT do the same. Needs a key with the scope `connect`.
         */
        put: operations["putInstanceRestartByInstanceName"];
        /**
         * Restart the connection of an instance
         * @description A second call joins the restart under way. POST and PUT do the same. Needs a key with the scope `connect`.
         */
        post: operations["postInstanceRestartByInstanceName"];
    };
    "/instance/limits/{instanceName}": {
        /**
         * What the platform lets the account do at the moment
         * @description As the platform said it last; nothing is asked. While new chats are locked, a first message to somebody is a conflict that names the end. Needs a key with the scope `read`.
         */
        get: operations["getInstanceLimitsByInstanceName"];
    };
    "/instance/overview": {
        /**
         * All instances at a glance
         * @description States with their reasons, deliveries that wait or were given up, and messages per minute; the instances that somebody should look at come first. An instance key sees its own only. Deliveries are counted at most once a second. Needs a key with the scope `read`.
         */
        get: operations["getInstanceOverview"];
    };
    "/instance/states/{instanceName}": {
        /**
         * The states an instance was in, with their reasons
         * @description Every change of phase or reason, as it was recorded; the last 200 are kept. Needs a key with the scope `read`.
         */
        get: operations["getInstanceStatesByInstanceName"];
    };
    "/webhook/set/{instanceName}": {
        /**
         * Configure the event webhook of an instance
         * @description Replaces the record whole; what is absent gets its default. Names of events that older systems know and that never happen here are accepted; the message lists them. Needs a key with the scope `settings`.
         */
        post: operations["postWebhookSetByInstanceName"];
    };
    "/webhook/find/{instanceName}": {
        /**
         * The event webhook of an instance
         * @description Header values are masked; null while none was ever set. Needs a key with the scope `read`.
         */
        get: operations["getWebhookFindByInstanceName"];
    };
    "/webhook/endpoints/{instanceName}": {
        /**
         * Every place that the events of an instance go to
         * @description Its own webhook and queues, and those of all instances, switched on or not. Needs a key with the scope `read`.
         */
        get: operations["getWebhookEndpointsByInstanceName"];
    };
    "/webhook/secret/{instanceName}": {
        /**
         * The secret that signs the deliveries of an instance
         * @description Needs a key with the scope `settings`.
         */
        get: operations["getWebhookSecretByInstanceName"];
    };
    "/webhook/secret/rotate/{instanceName}": {
        /**
         * Replace the signing secret
         * @description The old and the new secret both sign for 24 hours. Needs a key with the scope `settings`.
         */
        post: operations["postWebhookSecretRotateByInstanceName"];
    };
    "/webhook/test/{instanceName}": {
        /**
         * Post a sample event to the webhook, once
         * @description The sample is marked `"test": true`; it is neither retried nor recorded. The answer says what was sent, what came back, and what to do about a failure. Conflict when no webhook is set and enabled. Needs a key with the scope `settings`.
         */
        post: operations["postWebhookTestByInstanceName"];
    };
    "/rabbitmq/set/{instanceName}": {
        /**
         * Whether events also go to RabbitMQ
         * @description An instance has one list of events: `events` changes what its webhook and its other channels get too, and what is absent or empty stays. The fields may stand inside `rabbitmq`. Needs a key with the scope `settings`.
         */
        post: operations["postRabbitmqSetByInstanceName"];
    };
    "/nats/set/{instanceName}": {
        /**
         * Whether events also go to NATS
         * @description An instance has one list of events: `events` changes what its webhook and its other channels get too, and what is absent or empty stays. The fields may stand inside `nats`. Needs a key with the scope `settings`.
         */
        post: operations["postNatsSetByInstanceName"];
    };
    "/websocket/set/{instanceName}": {
        /**
         * Whether events also go to the WebSocket feed
         * @description An instance has one list of events: `events` changes what its webhook and its other channels get too, and what is absent or empty stays. The fields may stand inside `websocket`. Needs a key with the scope `settings`.
         */
        post: operations["postWebsocketSetByInstanceName"];
    };
    "/rabbitmq/find/{instanceName}": {
        /**
         * Whether events go to RabbitMQ, and which
         * @description Needs a key with the scope `read`.
         */
        get: operations["getRabbitmqFindByInstanceName"];
    };
    "/nats/find/{instanceName}": {
        /**
         * Whether events go to NATS, and which
         * @description Needs a key with the scope `read`.
         */
        get: operations["getNatsFindByInstanceName"];
    };
    "/websocket/find/{instanceName}": {
        /**
         * Whether events go to the WebSocket feed, and which
         * @description Needs a key with the scope `read`.
         */
        get: operations["getWebsocketFindByInstanceName"];
    };
    "/proxy/set/{instanceName}": {
        /**
         * Set the proxy of an instance
         * @description Replaces the settings whole, and connects again when the instance is connected. While it is enabled, all that the instance sends to its platform goes through the proxy, and nothing past it when it does not work: the state of the connection then says why. `enabled: false` alone turns it off and keeps the rest. The fields may stand inside `proxy`, where `enabled` is true unless it says otherwise. Needs a key with the scope `settings`.
         */
        post: operations["postProxySetByInstanceName"];
    };
    "/proxy/find/{instanceName}": {
        /**
         * The proxy of an instance
         * @description The password is masked; null while none was ever set. Needs a key with the scope `read`.
         */
        get: operations["getProxyFindByInstanceName"];
    };
    "/settings/set/{instanceName}": {
        /**
         * Set what an account does by itself
         * @description What is absent stays. It counts from the next event on; whether the account is shown as online, at once. Needs a key with the scope `settings`.
         */
        post: operations["postSettingsSetByInstanceName"];
    };
    "/settings/find/{instanceName}": {
        /**
         * What an account does by itself
         * @description Needs a key with the scope `read`.
         */
        get: operations["getSettingsFindByInstanceName"];
    };
    "/passkey-ceremony/{token}": {
        /**
         * A passkey ceremony, as the browser needs it
         * @description Needs no key. Browsers may call it from https://web.whatsapp.com alone. Gone once its 5 minutes are over.
         */
        get: operations["getPasskey-ceremonyByToken"];
    };
    "/passkey-ceremony/{token}/response": {
        /**
         * The browser has used the passkey
         * @description Taken once; a conflict after that. What cannot be the answer to the challenge is a bad request, and the ceremony goes on. When WhatsApp refuses it the pairing ends with that reason.
         */
        post: operations["postPasskey-ceremonyByTokenResponse"];
    };
    "/passkey-ceremony/{token}/confirm": {
        /**
         * A person confirms that both codes are the same
         * @description Never done by itself. A conflict while there is no code, and after the first time.
         */
        post: operations["postPasskey-ceremonyByTokenConfirm"];
    };
    "/template/find/{instanceName}": {
        /**
         * All message templates of an instance
         * @description Those of a whatsapp-cloud instance are the account's own, as they were up to a minute ago. Needs a key with the scope `read`.
         */
        get: operations["getTemplateFindByInstanceName"];
    };
    "/template/create/{instanceName}": {
        /**
         * Create a message template
         * @description A sandbox instance approves at once; of a whatsapp-cloud instance it is reviewed by the platform; a whatsapp instance has no templates. Needs a key with the scope `settings`.
         */
        post: operations["postTemplateCreateByInstanceName"];
    };
    "/template/edit/{instanceName}": {
        /**
         * Change a message template
         * @description Name and language stay. A whatsapp instance has no templates. Needs a key with the scope `settings`.
         */
        post: operations["postTemplateEditByInstanceName"];
    };
    "/template/delete/{instanceName}": {
        /**
         * Delete a message template
         * @description A whatsapp instance has no templates. Needs a key with the scope `settings`.
         */
        delete: operations["deleteTemplateDeleteByInstanceName"];
    };
    "/message/sendTemplate/{instanceName}": {
        /**
         * Send a template
         * @description The text that its reader sees stands in `message`. A template that is not approved is a conflict; parameters that do not fit it are a bad request, as is an instance whose platform has no templates. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendTemplateByInstanceName"];
    };
    "/message/sendText/{instanceName}": {
        /**
         * Send a text
         * @description An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendTextByInstanceName"];
    };
    "/message/sendLocation/{instanceName}": {
        /**
         * Send a location
         * @description An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendLocationByInstanceName"];
    };
    "/message/sendContact/{instanceName}": {
        /**
         * Send cards of contacts
         * @description An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendContactByInstanceName"];
    };
    "/message/sendPoll/{instanceName}": {
        /**
         * Send a poll
         * @description An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendPollByInstanceName"];
    };
    "/message/sendPollVote/{instanceName}": {
        /**
         * Vote in a poll
         * @description The poll must have been sent or received through the instance, and still be stored. A later vote takes the place of the one before. An option that the poll does not have, and more of them than one person may choose, are a bad request; a poll that came without its secret is a conflict. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendPollVoteByInstanceName"];
    };
    "/message/sendReaction/{instanceName}": {
        /**
         * React to a message
         * @description The message must have been sent or received through the instance, and still be stored. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendReactionByInstanceName"];
    };
    "/message/forward/{instanceName}": {
        /**
         * Forward a message
         * @description The message must have been sent or received through the instance, and still be stored. A file is not uploaded again: the recipient gets it for as long as the platform has it. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known. Needs a key with the scope `send`.
         */
        post: operations["postMessageForwardByInstanceName"];
    };
    "/chat/updateMessage/{instanceName}": {
        /**
         * Edit a text or a caption
         * @description Of what the account sent in the last 15 minutes: anything else is a bad request, what is older a conflict, since phones pass both over. A `number` beside the key is ignored. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known. Needs a key with the scope `send`.
         */
        post: operations["postChatUpdateMessageByInstanceName"];
    };
    "/chat/deleteMessageForEveryone/{instanceName}": {
        /**
         * Remove a message for everyone
         * @description One of the account, or in a group where the account is an admin anybody's. Phones remove what is at most about two days old. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known. Needs a key with the scope `send`.
         */
        delete: operations["deleteChatDeleteMessageForEveryoneByInstanceName"];
    };
    "/message/sendList/{instanceName}": {
        /**
         * Send a list, or its rows as a poll
         * @description Instances of the official API send them as they are; of others this is true: Phones do not show lists and buttons of personal WhatsApp accounts. Send a text or a poll, or say "fallback": "poll" to send the choices as one. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendListByInstanceName"];
    };
    "/message/sendButtons/{instanceName}": {
        /**
         * Send buttons, or reply buttons as a poll
         * @description Instances of the official API send them as they are; of others this is true: Phones do not show lists and buttons of personal WhatsApp accounts. Send a text or a poll, or say "fallback": "poll" to send the choices as one. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendButtonsByInstanceName"];
    };
    "/message/sendMedia/{instanceName}": {
        /**
         * Send an image, a video, audio or a document
         * @description A URL is fetched within 30 seconds, without following redirects, and only from where webhooks may go; a file that cannot be fetched is a bad request, one of more than 16 MiB is too large. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendMediaByInstanceName"];
    };
    "/message/sendWhatsAppAudio/{instanceName}": {
        /**
         * Send a voice note
         * @description Opus in Ogg is sent as it is, with its length and a waveform. WebM with Opus is repacked, MP3 and WAV are encoded; anything else is a bad request. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendWhatsAppAudioByInstanceName"];
    };
    "/message/sendPtv/{instanceName}": {
        /**
         * Send a video that is shown round
         * @description MP4 is sent as it is; phones show the middle of it. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendPtvByInstanceName"];
    };
    "/message/sendSticker/{instanceName}": {
        /**
         * Send a sticker
         * @description WebP is sent as it is, moving or not. Any other picture becomes WebP of 512 by 512 pixels, with transparent edges where it is not square. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendStickerByInstanceName"];
    };
    "/message/sendStatus/{instanceName}": {
        /**
         * Post a status
         * @description It is shown for a day to those who are named, and to nobody else; one who is not on the platform is a bad request, and then nothing is posted. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendStatusByInstanceName"];
    };
    "/message/status/{instanceName}/{messageId}": {
        /**
         * What became of a message that was sent
         * @description Of messages sent through the instance, for as long as events are kept. Each change is a `MessageStatus` event too. Needs a key with the scope `read`.
         */
        get: operations["getMessageStatusByInstanceNameByMessageId"];
    };
    "/message/scheduled/{instanceName}": {
        /**
         * The messages of an instance that wait to be sent
         * @description In the order in which they were asked for. Needs a key with the scope `read`.
         */
        get: operations["getMessageScheduledByInstanceName"];
    };
    "/message/scheduled/{instanceName}/{id}": {
        /**
         * A message that waits to be sent
         * @description Once it has been sent, or has failed, it is unknown here. Needs a key with the scope `read`.
         */
        get: operations["getMessageScheduledByInstanceNameById"];
        /**
         * Take back a message that waits to be sent
         * @description One that is being sent at this moment is a conflict. Needs a key with the scope `send`.
         */
        delete: operations["deleteMessageScheduledByInstanceNameById"];
    };
    "/message/explain/{instanceName}/{messageId}": {
        /**
         * Why a message is where it is
         * @description Of messages that were sent: how far they came, or why they were refused. Of those received: who got them, or what kept them back. With the steps behind it, the attempts to deliver their events among them. Needs a key with the scope `read`.
         */
        get: operations["getMessageExplainByInstanceNameByMessageId"];
    };
    "/chat/markMessageAsRead/{instanceName}": {
        /**
         * Mark messages as read
         * @description Messages that the account itself sent are passed over. Those who wrote them see it, unless the account's privacy settings say otherwise. Needs a key with the scope `send`.
         */
        post: operations["postChatMarkMessageAsReadByInstanceName"];
    };
    "/chat/markMessageAsPlayed/{instanceName}": {
        /**
         * Mark voice notes as played
         * @description Messages that the account itself sent are passed over. A message without sound is a bad request. Needs a key with the scope `send`.
         */
        post: operations["postChatMarkMessageAsPlayedByInstanceName"];
    };
    "/chat/sendPresence/{instanceName}": {
        /**
         * Show that the account writes or records
         * @description Answers after `delay`, in which `composing` and `recording` are shown; then they end. Rate limited while 100 calls of the instance wait. Needs a key with the scope `send`.
         */
        post: operations["postChatSendPresenceByInstanceName"];
    };
    "/instance/setPresence/{instanceName}": {
        /**
         * Show the account as online or not
         * @description While it is online, its phone makes no sound for what arrives. Needs a key with the scope `send`.
         */
        post: operations["postInstanceSetPresenceByInstanceName"];
    };
    "/chat/presenceSubscribe/{instanceName}": {
        /**
         * Watch who is online, writes or records in a chat
         * @description `Presence` and `ChatPresence` events follow while the account is shown as available (`/instance/setPresence`), over reconnections too, until the service stops. Up to 200 chats of an instance are watched; one more is a conflict. Needs a key with the scope `send`.
         */
        post: operations["postChatPresenceSubscribeByInstanceName"];
    };
    "/chat/archiveChat/{instanceName}": {
        /**
         * Archive a chat, or take it out again
         * @description WhatsApp shares this among the devices of the account, sealed with keys of its phone: a conflict until the phone has given them out, some time after pairing. Needs a key with the scope `send`.
         */
        post: operations["postChatArchiveChatByInstanceName"];
    };
    "/chat/markChatUnread/{instanceName}": {
        /**
         * Mark a chat as unread
         * @description Nobody else sees it. WhatsApp shares this among the devices of the account, sealed with keys of its phone: a conflict until the phone has given them out, some time after pairing. Needs a key with the scope `send`.
         */
        post: operations["postChatMarkChatUnreadByInstanceName"];
    };
    "/chat/pinChat/{instanceName}": {
        /**
         * Pin a chat above the others, or no longer
         * @description Phones show three pinned chats at most. WhatsApp shares this among the devices of the account, sealed with keys of its phone: a conflict until the phone has given them out, some time after pairing. Needs a key with the scope `send`.
         */
        post: operations["postChatPinChatByInstanceName"];
    };
    "/chat/muteChat/{instanceName}": {
        /**
         * Mute a chat, or no longer
         * @description The phone makes no sound for its messages. WhatsApp shares this among the devices of the account, sealed with keys of its phone: a conflict until the phone has given them out, some time after pairing. Needs a key with the scope `send`.
         */
        post: operations["postChatMuteChatByInstanceName"];
    };
    "/label/handleLabel/{instanceName}": {
        /**
         * Put a label on a chat or a message, or take it off
         * @description With `messageId` the message is meant, which must have been sent or received through the instance. Not found for a label that the account does not have. A conflict until the phone of the account has given out the keys that this is sealed with, some time after pairing. Needs a key with the scope `send`.
         */
        post: operations["postLabelHandleLabelByInstanceName"];
    };
    "/label/edit/{instanceName}": {
        /**
         * Make a label, change or delete it
         * @description On all devices of the account. What is absent stays. Not found where there is none to delete; a conflict until the phone of the account has given out the keys that this is sealed with, and when the account has 1000 labels. Needs a key with the scope `send`.
         */
        post: operations["postLabelEditByInstanceName"];
    };
    "/chat/whatsappNumbers/{instanceName}": {
        /**
         * Whether phone numbers are on the platform
         * @description In the order of `numbers`. Who is found is remembered for 30 days, that nobody is for one day; the rest is asked at 50 numbers a second, since WhatsApp bans accounts that ask faster. Brazilian, Mexican and Argentinian numbers are tried with and without the digit that was added to them. Needs a key with the scope `send`.
         */
        post: operations["postChatWhatsappNumbersByInstanceName"];
    };
    "/chat/fetchProfilePictureUrl/{instanceName}": {
        /**
         * The profile picture of a person or a group
         * @description The URL is the platform’s own, and ends after some days. Needs a key with the scope `read`.
         */
        post: operations["postChatFetchProfilePictureUrlByInstanceName"];
    };
    "/chat/fetchProfile/{instanceName}": {
        /**
         * The profile of a person
         * @description What the account may not see is null. Somebody who is not on the platform is a bad request. Needs a key with the scope `read`.
         */
        post: operations["postChatFetchProfileByInstanceName"];
    };
    "/chat/fetchBusinessProfile/{instanceName}": {
        /**
         * The profile of a business
         * @description Of somebody who is none, `isBusiness` is false and the rest is empty. Needs a key with the scope `read`.
         */
        post: operations["postChatFetchBusinessProfileByInstanceName"];
    };
    "/chat/updateBlockStatus/{instanceName}": {
        /**
         * Block a person, or no longer
         * @description Needs a key with the scope `send`.
         */
        post: operations["postChatUpdateBlockStatusByInstanceName"];
    };
    "/chat/fetchBlocklist/{instanceName}": {
        /**
         * Everybody whom the account has blocked
         * @description Asked of WhatsApp: those who were blocked on the phone are among them. Needs a key with the scope `read`.
         */
        get: operations["getChatFetchBlocklistByInstanceName"];
    };
    "/call/reject/{instanceName}": {
        /**
         * Reject a call
         * @description A call that rings at this moment, by the `CallID` and `From` of its CallOffer event. Not found: it has ended, or somebody else calls. Needs a key with the scope `send`.
         */
        post: operations["postCallRejectByInstanceName"];
    };
    "/chat/updateProfileName/{instanceName}": {
        /**
         * Set the name of the account
         * @description The name that people see who have not saved the number. Until the phone of the account has shared its keys, which it does within minutes of linking, this is a conflict. Needs a key with the scope `settings`.
         */
        post: operations["postChatUpdateProfileNameByInstanceName"];
    };
    "/chat/updateProfileStatus/{instanceName}": {
        /**
         * Set what the account says about itself
         * @description Needs a key with the scope `settings`.
         */
        post: operations["postChatUpdateProfileStatusByInstanceName"];
    };
    "/chat/updatePrivacySettings/{instanceName}": {
        /**
         * Set who may see what of the account
         * @description What is absent stays. The settings are made one after the other: when the platform refuses one, those before it are made. Needs a key with the scope `settings`.
         */
        post: operations["postChatUpdatePrivacySettingsByInstanceName"];
    };
    "/chat/history/{instanceName}": {
        /**
         * Older messages of a chat
         * @description The phone of the account is asked for those before the message `before`, or before the oldest that is stored: 404 when there is none. They are stored, and give no events. 429 while another such request of the instance is under way, 503 when the phone does not answer within 15 seconds. Needs a key with the scope `read`.
         */
        post: operations["postChatHistoryByInstanceName"];
    };
    "/chat/updateProfilePicture/{instanceName}": {
        /**
         * Set the picture of the account
         * @description Its middle becomes a JPEG of 640 by 640 pixels. A URL is fetched within 30 seconds, without following redirects, and only from where webhooks may go; a file that cannot be fetched or is no picture is a bad request. Needs a key with the scope `settings`.
         */
        post: operations["postChatUpdateProfilePictureByInstanceName"];
    };
    "/chat/removeProfilePicture/{instanceName}": {
        /**
         * Remove the picture of the account
         * @description Needs a key with the scope `settings`.
         */
        delete: operations["deleteChatRemoveProfilePictureByInstanceName"];
    };
    "/chat/fetchPrivacySettings/{instanceName}": {
        /**
         * Who may see what of the account
         * @description Needs a key with the scope `read`.
         */
        get: operations["getChatFetchPrivacySettingsByInstanceName"];
    };
    "/chat/getPollVote/{instanceName}": {
        /**
         * How everybody voted in a poll
         * @description The last vote of each voter, of polls that were sent or received through the instance, for as long as events are kept. Needs a key with the scope `read`.
         */
        post: operations["postChatGetPollVoteByInstanceName"];
    };
    "/chat/findMessages/{instanceName}": {
        /**
         * The messages of a chat, or of all, the newest first
         * @description By page, or with `after` set to `next`, however far back. Conditions on the writer, the kind or the source are put to 10 000 messages at a time: a page may then have fewer than asked for, and `next` goes on. Edits, deletions and reactions are messages of their own. For as long as `MESSAGE_STORE_HOURS` says; 409 while that is 0. Needs a key with the scope `read`.
         */
        post: operations["postChatFindMessagesByInstanceName"];
    };
    "/chat/findStatusMessage/{instanceName}": {
        /**
         * What became of messages that were sent
         * @description One record for each change, the newest message first, and of each message its first change first. For as long as `MESSAGE_STORE_HOURS` says; 409 while that is 0. Needs a key with the scope `read`.
         */
        post: operations["postChatFindStatusMessageByInstanceName"];
    };
    "/chat/findChats/{instanceName}": {
        /**
         * The chats, those with the newest message first
         * @description Every chat of which a message is stored. For as long as `MESSAGE_STORE_HOURS` says; 409 while that is 0. Needs a key with the scope `read`.
         */
        post: operations["postChatFindChatsByInstanceName"];
    };
    "/chat/findContacts/{instanceName}": {
        /**
         * The people, groups and channels that messages came from or went to
         * @description Those that came last first; each person once. For as long as `MESSAGE_STORE_HOURS` says; 409 while that is 0. Needs a key with the scope `read`.
         */
        post: operations["postChatFindContactsByInstanceName"];
    };
    "/chat/findChatByRemoteJid/{instanceName}": {
        /**
         * One chat
         * @description null: no message of it is stored. For as long as `MESSAGE_STORE_HOURS` says; 409 while that is 0. Needs a key with the scope `read`.
         */
        get: operations["getChatFindChatByRemoteJidByInstanceName"];
    };
    "/message/search/{instanceName}": {
        /**
         * Search messages by their texts and captions
         * @description Names of files, polls, places and contacts are searched too. Those that were stored last come first; `next` of a page is `after` of the one that follows. A search looks at 10 000 messages with these words at a time: within a chat a page may then be shorter, and `next` goes on. 409 while `MESSAGE_STORE_HOURS` is 0. Needs a key with the scope `read`.
         */
        get: operations["getMessageSearchByInstanceName"];
    };
    "/chat/resolve/{instanceName}": {
        /**
         * Who is behind an address
         * @description Of those that messages came from or went to; nobody is asked. 409 while `MESSAGE_STORE_HOURS` is 0. Needs a key with the scope `read`.
         */
        get: operations["getChatResolveByInstanceName"];
    };
    "/label/findLabels/{instanceName}": {
        /**
         * The labels of the account, or of one chat
         * @description As WhatsApp last told them, also while the instance is not connected. Empty until the phone of the account has shared its keys. Needs a key with the scope `read`.
         */
        get: operations["getLabelFindLabelsByInstanceName"];
    };
    "/chat/getBase64FromMediaMessage/{instanceName}": {
        /**
         * The file of a message
         * @description Of any message with a file that was sent or received, as long as events are kept. WhatsApp keeps files for some weeks; what it no longer has the phone is asked for, within 30 seconds. 410: nobody has it any more. 503: it cannot be fetched at this moment, with the reason. Needs a key with the scope `read`.
         */
        post: operations["postChatGetBase64FromMediaMessageByInstanceName"];
    };
    "/group/findGroupInfos/{instanceName}": {
        /**
         * A group
         * @description Answered from what is known, and asked of WhatsApp only the first time after a connection. An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `read`.
         */
        get: operations["getGroupFindGroupInfosByInstanceName"];
    };
    "/group/fetchAllGroups/{instanceName}": {
        /**
         * All groups that the account is in
         * @description Answered from what is known, and asked of WhatsApp only the first time after a connection. An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `read`.
         */
        get: operations["getGroupFetchAllGroupsByInstanceName"];
    };
    "/group/participants/{instanceName}": {
        /**
         * The members of a group
         * @description Answered from what is known, and asked of WhatsApp only the first time after a connection. An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `read`.
         */
        get: operations["getGroupParticipantsByInstanceName"];
    };
    "/group/create/{instanceName}": {
        /**
         * Create a group
         * @description Some people cannot be added: `results` says what became of each, `problems` what else could not be done. An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `send`.
         */
        post: operations["postGroupCreateByInstanceName"];
    };
    "/group/updateJoinRequests/{instanceName}": {
        /**
         * Let people into a group who ask to join, or turn them down
         * @description Answers what became of each; 404: they do not ask. An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `send`.
         */
        post: operations["postGroupUpdateJoinRequestsByInstanceName"];
    };
    "/group/updateGroupSubject/{instanceName}": {
        /**
         * Rename a group
         * @description An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `send`.
         */
        post: operations["postGroupUpdateGroupSubjectByInstanceName"];
    };
    "/group/updateGroupDescription/{instanceName}": {
        /**
         * Describe a group
         * @description An empty text removes the description. An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `send`.
         */
        post: operations["postGroupUpdateGroupDescriptionByInstanceName"];
    };
    "/group/updateParticipant/{instanceName}": {
        /**
         * Add, remove, promote or demote members of a group
         * @description Answers what became of each person: 403 those who let only contacts add them, with an invitation where WhatsApp gives one; 404 not on WhatsApp or not in the group; 408 left lately; 409 there already. An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `send`.
         */
        post: operations["postGroupUpdateParticipantByInstanceName"];
    };
    "/group/updateSetting/{instanceName}": {
        /**
         * Who may write in a group, and who may change it
         * @description `announcement`: only admins write; `locked`: only admins change subject, description and picture. An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `send`.
         */
        post: operations["postGroupUpdateSettingByInstanceName"];
    };
    "/group/updateMemberAddMode/{instanceName}": {
        /**
         * Who may add members to a group
         * @description `admin_add`: only admins; `all_member_add`: everybody in it. An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `send`.
         */
        post: operations["postGroupUpdateMemberAddModeByInstanceName"];
    };
    "/group/toggleEphemeral/{instanceName}": {
        /**
         * After how many seconds messages of a group vanish
         * @description 0: they stay. An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `send`.
         */
        post: operations["postGroupToggleEphemeralByInstanceName"];
    };
    "/group/updateGroupPicture/{instanceName}": {
        /**
         * Set the picture of a group
         * @description Its middle becomes a JPEG of 640 by 640 pixels. A URL is fetched within 30 seconds, without following redirects, and only from where webhooks may go; a file that cannot be fetched or is no picture is a bad request. An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `send`.
         */
        post: operations["postGroupUpdateGroupPictureByInstanceName"];
    };
    "/group/leaveGroup/{instanceName}": {
        /**
         * Leave a group
         * @description An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `send`.
         */
        delete: operations["deleteGroupLeaveGroupByInstanceName"];
    };
    "/group/inviteCode/{instanceName}": {
        /**
         * The link by which people join a group
         * @description An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `send`.
         */
        get: operations["getGroupInviteCodeByInstanceName"];
    };
    "/group/revokeInviteCode/{instanceName}": {
        /**
         * Replace the link by which people join a group
         * @description An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `send`.
         */
        post: operations["postGroupRevokeInviteCodeByInstanceName"];
    };
    "/group/joinRequests/{instanceName}": {
        /**
         * Who asks to join a group
         * @description An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `read`.
         */
        get: operations["getGroupJoinRequestsByInstanceName"];
    };
    "/group/inviteInfo/{instanceName}": {
        /**
         * The group that a link leads to
         * @description An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `read`.
         */
        get: operations["getGroupInviteInfoByInstanceName"];
    };
    "/group/acceptInviteCode/{instanceName}": {
        /**
         * Join a group by its link
         * @description An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `send`.
         */
        get: operations["getGroupAcceptInviteCodeByInstanceName"];
    };
    "/group/sendInvite/{instanceName}": {
        /**
         * Send people the link of a group
         * @description Each gets it as a text of its own, which waits in the queue where sending has a pace; `results` says what became of each. An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `send`.
         */
        post: operations["postGroupSendInviteByInstanceName"];
    };
    "/newsletter/list/{instanceName}": {
        /**
         * The channels that the account follows
         * @description An instance that is not connected is a conflict, and a channel that does not exist is not found; where WhatsApp gives no answer within 10 seconds, or none that can be read, the service is unavailable. Needs a key with the scope `read`.
         */
        get: operations["getNewsletterListByInstanceName"];
    };
    "/newsletter/info/{instanceName}": {
        /**
         * A channel
         * @description Whether the account follows it or not. An instance that is not connected is a conflict, and a channel that does not exist is not found; where WhatsApp gives no answer within 10 seconds, or none that can be read, the service is unavailable. Needs a key with the scope `read`.
         */
        post: operations["postNewsletterInfoByInstanceName"];
    };
    "/newsletter/link/{instanceName}": {
        /**
         * The channel that a link leads to
         * @description An instance that is not connected is a conflict, and a channel that does not exist is not found; where WhatsApp gives no answer within 10 seconds, or none that can be read, the service is unavailable. Needs a key with the scope `read`.
         */
        post: operations["postNewsletterLinkByInstanceName"];
    };
    "/newsletter/follow/{instanceName}": {
        /**
         * Follow a channel
         * @description A NewsletterJoin event says so, unless the account follows it already. An instance that is not connected is a conflict, and a channel that does not exist is not found; where WhatsApp gives no answer within 10 seconds, or none that can be read, the service is unavailable. Needs a key with the scope `send`.
         */
        post: operations["postNewsletterFollowByInstanceName"];
    };
    "/newsletter/unfollow/{instanceName}": {
        /**
         * Follow a channel no longer
         * @description An instance that is not connected is a conflict, and a channel that does not exist is not found; where WhatsApp gives no answer within 10 seconds, or none that can be read, the service is unavailable. Needs a key with the scope `send`.
         */
        post: operations["postNewsletterUnfollowByInstanceName"];
    };
    "/instance/all": {
        /**
         * All instances
         * @description Keys are not shown: only their hashes are stored. Needs the global key.
         */
        get: operations["evolutionGoGetInstanceAll"];
    };
    "/instance/info/{instanceId}": {
        /**
         * An instance
         * @description Keys are not shown: only their hashes are stored. Needs the global key.
         */
        get: operations["evolutionGoGetInstanceInfo"];
    };
    "/instance/status": {
        /**
         * Whether the instance is connected and paired
         * @description Needs a key with the scope `read`.
         */
        get: operations["evolutionGoGetInstanceStatus"];
    };
    "/instance/qr": {
        /**
         * Connect and get the QR code to pair with
         * @description Waits up to 10 seconds for the first one. Needs a key with the scope `connect`.
         */
        get: operations["evolutionGoGetInstanceQr"];
    };
    "/instance/pair": {
        /**
         * Connect and get a code to type on the phone
         * @description Which events are sent is set at `/instance/connect`; a `subscribe` here is ignored. Needs a key with the scope `connect`.
         */
        post: operations["evolutionGoInstancePair"];
    };
    "/instance/reconnect": {
        /**
         * Connect anew
         * @description One that is closed is connected; one that never was paired then waits for its code. Needs a key with the scope `connect`.
         */
        post: operations["evolutionGoInstanceReconnect"];
    };
    "/instance/disconnect": {
        /**
         * Close the connection and stay paired
         * @description It stays closed until it is connected by request. Needs a key with the scope `connect`.
         */
        post: operations["evolutionGoInstanceDisconnect"];
    };
    "/instance/logout": {
        /**
         * Unpair the instance
         * @description Needs a key with the scope `connect`.
         */
        delete: operations["evolutionGoDeleteInstanceLogout"];
    };
    "/instance/forcereconnect/{instanceId}": {
        /**
         * Connect an instance anew
         * @description As `/instance/reconnect`. The account is the one it is paired with. Needs a key with the scope `connect`.
         */
        post: operations["evolutionGoInstanceForcereconnectInstanceId"];
    };
    "/instance/proxy/{instanceId}": {
        /**
         * Set the proxy of an instance
         * @description Needs a key with the scope `settings`.
         */
        post: operations["evolutionGoInstanceProxyInstanceId"];
        /**
         * Connect an instance without a proxy
         * @description Needs a key with the scope `settings`.
         */
        delete: operations["evolutionGoDeleteInstanceProxyInstanceId"];
    };
    "/send/text": {
        /**
         * Send a text
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoSendText"];
    };
    "/send/link": {
        /**
         * Send a text with a preview of its link
         * @description The preview is made of the page itself: `title`, `description` and `imgUrl` make no difference, and `data.Ignored` names them. `url` is added to a text that does not have it. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoSendLink"];
    };
    "/send/media": {
        /**
         * Send a file
         * @description Audio goes as a voice note where one can be made of it (MP3, WAV, or Opus in Ogg or WebM), else as a file that is played. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoSendMedia"];
    };
    "/send/poll": {
        /**
         * Send a poll
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoSendPoll"];
    };
    "/send/sticker": {
        /**
         * Send a sticker
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoSendSticker"];
    };
    "/send/location": {
        /**
         * Send a location
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoSendLocation"];
    };
    "/send/contact": {
        /**
         * Send the card of a contact
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoSendContact"];
    };
    "/send/button": {
        /**
         * Send reply buttons as a poll
         * @description Phones of personal accounts show none, so it is refused with 422, unless `fallback` is `poll`: then the choices are sent as one. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoSendButton"];
    };
    "/send/list": {
        /**
         * Send the rows of a list as a poll
         * @description Phones of personal accounts show none, so it is refused with 422, unless `fallback` is `poll`: then the choices are sent as one. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoSendList"];
    };
    "/send/status/text": {
        /**
         * Post a text as a status
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoSendStatusText"];
    };
    "/send/status/media": {
        /**
         * Post a file as a status
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoSendStatusMedia"];
    };
    "/message/markread": {
        /**
         * Mark messages as read
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoMessageMarkread"];
    };
    "/message/markplayed": {
        /**
         * Mark voice notes as played
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoMessageMarkplayed"];
    };
    "/message/react": {
        /**
         * React to a message
         * @description The message must have been sent or received through the instance. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoMessageReact"];
    };
    "/message/presence": {
        /**
         * Show that the account writes or records
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoMessagePresence"];
    };
    "/message/downloadmedia": {
        /**
         * The file of a message
         * @description By the `id` of the message. Its content alone, as Evolution Go takes it, is a bad request: files are found by their message here. Needs a key with the scope `read`.
         */
        post: operations["evolutionGoMessageDownloadmedia"];
    };
    "/message/status": {
        /**
         * What became of a message that was sent
         * @description Needs a key with the scope `read`.
         */
        post: operations["evolutionGoMessageStatus"];
    };
    "/message/delete": {
        /**
         * Remove a message for everyone
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoMessageDelete"];
    };
    "/message/edit": {
        /**
         * Edit a text or a caption
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoMessageEdit"];
    };
    "/chat/pin": {
        /**
         * Pin a chat
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoChatPin"];
    };
    "/chat/unpin": {
        /**
         * Unpin a chat
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoChatUnpin"];
    };
    "/chat/archive": {
        /**
         * Archive a chat
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoChatArchive"];
    };
    "/chat/unarchive": {
        /**
         * Take a chat out of the archive
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoChatUnarchive"];
    };
    "/chat/mute": {
        /**
         * Mute a chat
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoChatMute"];
    };
    "/chat/unmute": {
        /**
         * Mute a chat no longer
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoChatUnmute"];
    };
    "/chat/history-sync": {
        /**
         * Older messages of a chat
         * @description The phone of the account is asked for those before the message that `messageInfo` names, and they are in the answer: there is no event of them. Needs a key with the scope `read`.
         */
        post: operations["evolutionGoChatHistorySync"];
    };
    "/polls/{messageId}/results": {
        /**
         * How everybody voted in a poll
         * @description Options are named by their texts, not by hashes. Needs a key with the scope `read`.
         */
        get: operations["evolutionGoGetPollsMessageIdResults"];
    };
    "/send/pollVote": {
        /**
         * Vote in a poll
         * @description The poll must have been sent or received through the instance. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoSendPollVote"];
    };
    "/call/reject": {
        /**
         * Reject a call that rings
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoCallReject"];
    };
    "/label/list": {
        /**
         * The labels of the account
         * @description Needs a key with the scope `read`.
         */
        get: operations["evolutionGoGetLabelList"];
    };
    "/label/chat": {
        /**
         * Put a label on a chat
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoLabelChat"];
    };
    "/unlabel/chat": {
        /**
         * Take a label off a chat
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoUnlabelChat"];
    };
    "/label/message": {
        /**
         * Put a label on a message
         * @description The message must have been sent or received through the instance. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoLabelMessage"];
    };
    "/unlabel/message": {
        /**
         * Take a label off a message
         * @description The message must have been sent or received through the instance. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoUnlabelMessage"];
    };
    "/label/edit": {
        /**
         * Make a label, change or delete it
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoLabelEdit"];
    };
    "/user/check": {
        /**
         * Whether phone numbers are on the platform
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoUserCheck"];
    };
    "/user/info": {
        /**
         * What people say about themselves
         * @description Of at most 50 people; those who are not on the platform are left out. Needs a key with the scope `read`.
         */
        post: operations["evolutionGoUserInfo"];
    };
    "/user/avatar": {
        /**
         * The profile picture of a person or a group
         * @description Needs a key with the scope `read`.
         */
        post: operations["evolutionGoUserAvatar"];
    };
    "/user/contacts": {
        /**
         * The people whom messages came from or went to
         * @description Those that came last first; the newest 10000 contacts are looked at, groups and channels among them, which are left out. Address books are not read. Needs a key with the scope `read`.
         */
        get: operations["evolutionGoGetUserContacts"];
    };
    "/user/block": {
        /**
         * Block a person
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoUserBlock"];
    };
    "/user/unblock": {
        /**
         * Block a person no longer
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoUserUnblock"];
    };
    "/user/blocklist": {
        /**
         * Everybody whom the account has blocked
         * @description Needs a key with the scope `read`.
         */
        get: operations["evolutionGoGetUserBlocklist"];
    };
    "/user/lid": {
        /**
         * The phone number behind a hidden address
         * @description As far as messages have shown it. Needs a key with the scope `read`.
         */
        post: operations["evolutionGoUserLid"];
    };
    "/user/privacy": {
        /**
         * Who may see what of the account
         * @description Needs a key with the scope `read`.
         */
        get: operations["evolutionGoGetUserPrivacy"];
        /**
         * Set who may see what of the account
         * @description What is absent stays. `callAdd` makes no difference. Needs a key with the scope `settings`.
         */
        post: operations["evolutionGoUserPrivacy"];
    };
    "/user/profilePicture": {
        /**
         * Set the picture of the account
         * @description Needs a key with the scope `settings`.
         */
        post: operations["evolutionGoUserProfilePicture"];
        /**
         * Remove the picture of the account
         * @description Needs a key with the scope `settings`.
         */
        delete: operations["evolutionGoDeleteUserProfilePicture"];
    };
    "/user/profileName": {
        /**
         * Set the name of the account
         * @description Needs a key with the scope `settings`.
         */
        post: operations["evolutionGoUserProfileName"];
    };
    "/user/profileStatus": {
        /**
         * Set the text of the account
         * @description Needs a key with the scope `settings`.
         */
        post: operations["evolutionGoUserProfileStatus"];
    };
    "/group/list": {
        /**
         * All groups that the account is in
         * @description Needs a key with the scope `read`.
         */
        get: operations["evolutionGoGetGroupList"];
    };
    "/group/myall": {
        /**
         * The groups that the account has created
         * @description Needs a key with the scope `read`.
         */
        get: operations["evolutionGoGetGroupMyall"];
    };
    "/group/info": {
        /**
         * A group
         * @description Needs a key with the scope `read`.
         */
        post: operations["evolutionGoGroupInfo"];
    };
    "/group/invitelink": {
        /**
         * The link by which people join a group
         * @description With `reset` it is replaced. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoGroupInvitelink"];
    };
    "/group/join": {
        /**
         * Join a group by its link
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoGroupJoin"];
    };
    "/group/leave": {
        /**
         * Leave a group
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoGroupLeave"];
    };
    "/group/requests": {
        /**
         * Who asks to join a group
         * @description Needs a key with the scope `read`.
         */
        post: operations["evolutionGoGroupRequests"];
    };
    "/group/name": {
        /**
         * Rename a group
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoGroupName"];
    };
    "/group/description": {
        /**
         * Describe a group
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoGroupDescription"];
    };
    "/group/photo": {
        /**
         * Set the picture of a group
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoGroupPhoto"];
    };
    "/group/participant": {
        /**
         * Add, remove, promote or demote members of a group
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoGroupParticipant"];
    };
    "/group/requests/update": {
        /**
         * Let people into a group who ask to join, or turn them down
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoGroupRequestsUpdate"];
    };
    "/group/settings": {
        /**
         * Who may write in a group, and who may change it
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoGroupSettings"];
    };
    "/group/create": {
        /**
         * Create a group
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoGroupCreate"];
    };
    "/newsletter/list": {
        /**
         * The channels that the account follows
         * @description Needs a key with the scope `read`.
         */
        get: operations["evolutionGoGetNewsletterList"];
    };
    "/newsletter/info": {
        /**
         * A channel
         * @description Needs a key with the scope `read`.
         */
        post: operations["evolutionGoNewsletterInfo"];
    };
    "/newsletter/link": {
        /**
         * The channel that a link leads to
         * @description Needs a key with the scope `read`.
         */
        post: operations["evolutionGoNewsletterLink"];
    };
    "/newsletter/subscribe": {
        /**
         * Follow a channel
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoNewsletterSubscribe"];
    };
    "/newsletter/follow": {
        /**
         * Follow a channel
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoNewsletterFollow"];
    };
    "/newsletter/unfollow": {
        /**
         * Follow a channel no longer
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoNewsletterUnfollow"];
    };
    "/send/carousel": {
        /**
         * Send a carousel: always a bad request
         * @description It is not done: phones show no carousels of personal accounts: send each card as an image with a caption. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoSendCarousel"];
    };
    "/send/event": {
        /**
         * Send an event: always a bad request
         * @description It is not done: events are made on the phone: what people answer to them comes as Message events. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoSendEvent"];
    };
    "/newsletter/create": {
        /**
         * Create a channel: always a bad request
         * @description It is not done: channels are made on the phone: /newsletter/list has them from then on. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoNewsletterCreate"];
    };
    "/newsletter/messages": {
        /**
         * What a channel has posted: always a bad request
         * @description It is not done: WhatsApp is not asked for what a channel has posted: what it posts comes as Message events, and /chat/findMessages/{instanceName} reads it back. Needs a key with the scope `read`.
         */
        post: operations["evolutionGoNewsletterMessages"];
    };
    "/community/create": {
        /**
         * Create a community: always a bad request
         * @description It is not done: communities are made and changed on the phone; their groups are groups here as all others are. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoCommunityCreate"];
    };
    "/community/add": {
        /**
         * Add groups to a community: always a bad request
         * @description It is not done: communities are made and changed on the phone; their groups are groups here as all others are. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoCommunityAdd"];
    };
    "/community/remove": {
        /**
         * Take groups out of a community: always a bad request
         * @description It is not done: communities are made and changed on the phone; their groups are groups here as all others are. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoCommunityRemove"];
    };
    "/instance/logs/{instanceId}": {
        /**
         * The log of an instance: always a bad request
         * @description It is not done: no log is kept for each instance: its events are at /event/find/{instanceName}, and /instance/fetchInstances says why it is in its phase. Needs a key with the scope `read`.
         */
        get: operations["evolutionGoGetInstanceLogsInstanceId"];
    };
    "/event/find/{instanceName}": {
        /**
         * The events of an instance, in order
         * @description To catch up without a webhook: call again with `after` set to `next`. Needs a key with the scope `read`.
         */
        get: operations["getEventFindByInstanceName"];
    };
    "/event/search/{instanceName}": {
        /**
         * Search the events of an instance, newest first
         * @description Every field that is given narrows the search. Bodies above 64 KiB are not searched for a text or an id. Needs a key with the scope `read`.
         */
        get: operations["getEventSearchByInstanceName"];
    };
    "/delivery/search": {
        /**
         * Search deliveries, newest first
         * @description Of one instance or of all; every field that is given narrows the search. Needs a key with the scope `read`.
         */
        get: operations["getDeliverySearch"];
    };
    "/delivery/count": {
        /**
         * How many deliveries would be sent again
         * @description What POST /delivery/redeliver of the same state and times selects; by default those that were discarded. Needs a key with the scope `read`.
         */
        get: operations["getDeliveryCount"];
    };
    "/delivery/find/{instanceName}": {
        /**
         * The deliveries of an instance, oldest first
         * @description Needs a key with the scope `read`.
         */
        get: operations["getDeliveryFindByInstanceName"];
    };
    "/delivery/{deliveryId}": {
        /**
         * One delivery with its attempts
         * @description A delivery of another instance than the key's is answered as not found. Needs a key with the scope `read`.
         */
        get: operations["getDeliveryByDeliveryId"];
    };
    "/delivery/redeliver/{instanceName}": {
        /**
         * Send deliveries again
         * @description Same event ids; attempt numbers go on, with a new round of attempts. Needs a key with the scope `settings`.
         */
        post: operations["postDeliveryRedeliverByInstanceName"];
    };
    "/delivery/request/{deliveryId}": {
        /**
         * The request that an attempt of a delivery makes
         * @description Made from the stored event and the settings of now, as the next attempt would make it; attempts themselves are recorded by their outcome. Needs a key with the scope `read`.
         */
        get: operations["getDeliveryRequestByDeliveryId"];
    };
    "/ws/ticket": {
        /**
         * A ticket that opens one WebSocket within 60 seconds
         * @description It stands for the key of this call, for clients that cannot set headers. Needs a key with the scope `read`.
         */
        post: operations["postWsTicket"];
    };
    "/sandbox/{instanceName}/passkey": {
        /**
         * A browser uses the passkey of the account
         * @description Conflict while no ceremony waits for it. The code is yet to be confirmed, as everywhere. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNamePasskey"];
    };
    "/sandbox/{instanceName}/drop": {
        /**
         * The connection is lost
         * @description It comes back after a second. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameDrop"];
    };
    "/sandbox/{instanceName}/remove": {
        /**
         * The phone removes the device
         * @description Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameRemove"];
    };
    "/sandbox/{instanceName}/message": {
        /**
         * A message arrives
         * @description A media kind without base64 carries a smallest real file of its kind: one pixel, one second or one page. A reaction, edit, revoke or vote needs `about`: not found for a message that is not stored, a conflict for one in another chat, or that somebody else wrote and only its author may change; the admins of a group that the account is in may delete. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameMessage"];
    };
    "/sandbox/{instanceName}/load": {
        /**
         * Many text messages arrive
         * @description Answers when all are on disk. Rate limited, with none written, when they come faster than `INSTANCE_EVENTS_PER_SECOND`, without `perSecond` all at once. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameLoad"];
    };
    "/sandbox/{instanceName}/sent": {
        /**
         * What was sent through the instance
         * @description The newest 1,000, or as many of them as have 8 MiB together; oldest first. Needs a key with the scope `read`.
         */
        get: operations["getSandboxByInstanceNameSent"];
    };
    "/sandbox/{instanceName}/actions": {
        /**
         * What was done through the instance beside sending
         * @description Messages read, presences shown and the like: the newest 1,000 since the service started, oldest first. Needs a key with the scope `read`.
         */
        get: operations["getSandboxByInstanceNameActions"];
    };
    "/sandbox/{instanceName}/history": {
        /**
         * The phone has a message from before
         * @description Nothing arrives: `/chat/history` fetches it. The newest 500 until the service stops. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameHistory"];
    };
    "/sandbox/{instanceName}/chat": {
        /**
         * The phone archives, pins, mutes, marks or deletes a chat
         * @description What is absent stays; what changes nothing is no event. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameChat"];
    };
    "/sandbox/{instanceName}/contact": {
        /**
         * It becomes known which hidden address a number has, or a contact has a new name or picture
         * @description Names of contacts that are stored are changed; what changes nothing is no event. With `lid`, two contacts that are stored become one. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameContact"];
    };
    "/sandbox/{instanceName}/template": {
        /**
         * The platform approves, rejects or pauses a template, or rates it
         * @description Not found for a template that is not there. `status` or `quality` is needed. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameTemplate"];
    };
    "/sandbox/{instanceName}/scan": {
        /**
         * The phone scans the QR code
         * @description Conflict while there is none. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameScan"];
    };
    "/sandbox/{instanceName}/pair": {
        /**
         * The phone types the pairing code
         * @description Conflict while there is none. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNamePair"];
    };
    "/sandbox/{instanceName}/receipt": {
        /**
         * A receipt arrives
         * @description Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameReceipt"];
    };
    "/sandbox/{instanceName}/call": {
        /**
         * A call begins, goes on or ends
         * @description Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameCall"];
    };
    "/sandbox/{instanceName}/group": {
        /**
         * The account joins a group, or a group changes
         * @description Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameGroup"];
    };
    "/sandbox/{instanceName}/newsletter": {
        /**
         * The account joins a channel
         * @description Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameNewsletter"];
    };
    "/sandbox/{instanceName}/ack": {
        /**
         * Decide what the platform answers to messages that are sent
         * @description With `messageId` that message gets the status. Without it the messages that follow do: `None` answers none of them, `ServerAck` delivers none, `Error` or a `code` refuses them, and `{}` takes and delivers them again. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameAck"];
    };
    "/sandbox/{instanceName}/limits": {
        /**
         * The platform locks or opens new chats
         * @description While they are locked, a first message to somebody is a conflict that names the end, as at WhatsApp. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameLimits"];
    };
    "/sandbox/{instanceName}/presence": {
        /**
         * A contact is online or not, writes or records
         * @description A conflict while the chat is not watched (`/chat/presenceSubscribe`) or the account is not shown as available (`/instance/setPresence`): then WhatsApp tells nothing either. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNamePresence"];
    };
    "/sandbox/{instanceName}/label": {
        /**
         * The phone makes, changes or deletes a label, puts it on a chat or takes it off
         * @description What changes nothing gives no event. Not found for a label that is not there. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameLabel"];
    };
    "/provider/whatsapp-cloud/webhook": {
        /**
         * Meta sets up the webhook of all numbers
         * @description Answers the challenge when the verify token is that of META_VERIFY_TOKEN. Needs no key.
         */
        get: operations["getProviderWhatsapp-cloudWebhook"];
        /**
         * Meta sends what came in for any number
         * @description Needs no key: the signature by META_APP_SECRET is what counts. Answered once everything is on disk; the same again changes nothing. What is of numbers that no instance has is left out.
         */
        post: operations["postProviderWhatsapp-cloudWebhook"];
    };
    "/provider/whatsapp-cloud/webhook/{instanceName}": {
        /**
         * Meta sets up the webhook of an instance of another app
         * @description The same with the instance's own verify token.
         */
        get: operations["getProviderWhatsapp-cloudWebhookByInstanceName"];
        /**
         * Meta sends what came in for the numbers of another app
         * @description The same with the instance's own app secret. Taken for all instances that have that secret.
         */
        post: operations["postProviderWhatsapp-cloudWebhookByInstanceName"];
    };
    "/audit/find": {
        /**
         * Who did what in the gateway zone; global key only
         * @description Each entry carries the hash of the one before. Keep `head` somewhere else from time to time: with it `audit:check` also finds a chain that was computed anew. Needs the global key.
         */
        get: operations["getAuditFind"];
    };
    "/health": {
        /**
         * Whether the process is alive
         * @description Needs no credential and asks nothing of the database.
         */
        get: operations["getHealth"];
    };
    "/server/ok": {
        /**
         * The same as `/health`, for clients of Evolution Go
         * @description Needs no credential and asks nothing of the database.
         */
        get: operations["getServerOk"];
    };
    "/ready": {
        /**
         * Whether the database, every configured channel and this node are up
         * @description Needs no credential. 503 while one of them is down, or while this node of several may not work; the answer says which.
         */
        get: operations["getReady"];
    };
    "/metrics": {
        /**
         * Metrics for Prometheus; global key only
         * @description Needs the global key.
         */
        get: operations["getMetrics"];
    };
    "/channels": {
        /**
         * How every channel is doing; global key only
         * @description Whether the brokers and the bucket are connected and since when, the last failure with what to do about it, and what waits for each channel. Deliveries are counted at most once a second. Needs the global key.
         */
        get: operations["getChannels"];
    };
    "/nodes": {
        /**
         * The nodes that share the database; global key only
         * @description Those that lived when the node that answers last said that it lives, which it does every 3 seconds. On a database file there is one. Needs the global key.
         */
        get: operations["getNodes"];
    };
    "/api/v1/permissions": {
        /**
         * What the current user may do
         * @description In the account that the header `account-id` or the query `account_id` names, else in the account the token is bound to, else all roles of the user together. A token permits exactly what its role and its scopes have in common.
         *
         *     Needs a valid token, and no permission.
         */
        get: operations["getApiV1Permissions"];
    };
    "/api/v1/accounts": {
        /**
         * The accounts of the current user
         * @description Needs the permission `accounts.read`.
         */
        get: operations["getApiV1Accounts"];
        /**
         * Create an account
         * @description With the system roles; its maker and every super_admin are members of it.
         *
         *     Needs the permission `accounts.create`.
         */
        post: operations["postApiV1Accounts"];
    };
    "/api/v1/accounts/{id}": {
        /**
         * One account
         * @description Needs the permission `accounts.read`.
         */
        get: operations["getApiV1AccountsById"];
        /**
         * Delete an account with everything in it
         * @description People without another account are deleted, and their tokens with them.
         *
         *     Needs the permission `accounts.delete`.
         */
        delete: operations["deleteApiV1AccountsById"];
        /**
         * Change or suspend an account
         * @description Needs the permission `accounts.update`.
         */
        patch: operations["patchApiV1AccountsById"];
    };
    "/api/v1/users": {
        /**
         * The people of the account
         * @description Needs the permission `users.read`.
         */
        get: operations["getApiV1Users"];
        /**
         * Add a person to the account
         * @description The role, `agent` by default, holds at most what the caller holds; only a super_admin, with a token bound to no account, gives `super_admin`. A person whose address is known from another account is invited (202) and joins, as who they are there, when they accept; `name` and `display_name` are not used then. To invite again changes nothing and answers with the same invitation: withdraw it to give another role. A super_admin adds them at once (201).
         *
         *     Needs the permission `users.create`.
         */
        post: operations["postApiV1Users"];
    };
    "/api/v1/users/{id}": {
        /**
         * One person of the account
         * @description Needs the permission `users.read`.
         */
        get: operations["getApiV1UsersById"];
        /**
         * Remove a person from the account
         * @description With their last account a person is deleted, and their tokens with them. Somebody who may do more here than the caller’s token permits is refused (403).
         *
         *     Needs the permission `users.delete`.
         */
        delete: operations["deleteApiV1UsersById"];
        /**
         * Change a person or their role
         * @description Somebody who may do more here than the caller’s token permits is refused (403). Only a super_admin, with a token bound to no account, makes somebody a super_admin.
         *
         *     Needs the permission `users.update`.
         */
        patch: operations["patchApiV1UsersById"];
    };
    "/api/v1/invitations": {
        /**
         * The open invitations of the current user
         * @description To any account, the oldest first.
         *
         *     Needs a valid token, and no permission.
         */
        get: operations["getApiV1Invitations"];
    };
    "/api/v1/invitations/{id}/accept": {
        /**
         * Accept an invitation
         * @description The current user becomes a member of the account, in the role as it is now. With several accounts, requests with a token that is bound to none have to name the acting one. Any token of the person will do, unless its scopes leave out something they may do where it opens (403). Neither the acting account nor what the token is bound to matters; a bound token stays bound.
         *
         *     Needs a valid token, and no permission.
         */
        post: operations["postApiV1InvitationsByIdAccept"];
    };
    "/api/v1/invitations/{id}/decline": {
        /**
         * Decline an invitation
         * @description The audit log of the account has it without the id of the current user. Any token of the person will do, unless its scopes leave out something they may do where it opens (403). Neither the acting account nor what the token is bound to matters; a bound token stays bound.
         *
         *     Needs a valid token, and no permission.
         */
        post: operations["postApiV1InvitationsByIdDecline"];
    };
    "/api/v1/accounts/{id}/invitations": {
        /**
         * The open invitations of an account
         * @description Made by `POST /api/v1/users`, the oldest first. An invitation is open for 14 days, until it is answered, or until its role is deleted; an account has at most 1,000 at a time.
         *
         *     Needs the permission `users.read`.
         */
        get: operations["getApiV1AccountsByIdInvitations"];
    };
    "/api/v1/accounts/{id}/invitations/{invitation_id}": {
        /**
         * Withdraw an open invitation
         * @description Needs the permission `users.delete`.
         */
        delete: operations["deleteApiV1AccountsByIdInvitationsByInvitation_id"];
    };
    "/api/v1/memberships/me": {
        /**
         * Leave the acting account
         * @description The places in its inboxes and the tokens bound to it go along; with their last account a person is deleted, and all their tokens. The last member whose role holds all that `account_owner` holds cannot leave (409), nor can a super_admin, who is a member of every account. A token whose scopes leave out something its user may do is refused (403).
         *
         *     Needs a valid token, and no permission.
         */
        delete: operations["deleteApiV1MembershipsMe"];
    };
    "/api/v1/roles": {
        /**
         * The roles of the account
         * @description Needs the permission `roles.read`.
         */
        get: operations["getApiV1Roles"];
        /**
         * Create a role
         * @description It holds at most what its maker holds.
         *
         *     Needs the permission `roles.create`.
         */
        post: operations["postApiV1Roles"];
    };
    "/api/v1/roles/{id}": {
        /**
         * One role
         * @description Needs the permission `roles.read`.
         */
        get: operations["getApiV1RolesById"];
        /**
         * Delete a custom role that nobody holds
         * @description A role that permits more than the caller’s token is refused (403).
         *
         *     Needs the permission `roles.delete`.
         */
        delete: operations["deleteApiV1RolesById"];
        /**
         * Change a custom role
         * @description A role that permits more than the caller’s token is refused (403).
         *
         *     Needs the permission `roles.update`.
         */
        patch: operations["patchApiV1RolesById"];
    };
    "/api/v1/roles/{id}/permissions": {
        /**
         * Set what a custom role permits
         * @description A role that permits more than the caller’s token is refused (403).
         *
         *     Needs the permission `roles.update`.
         */
        put: operations["putApiV1RolesByIdPermissions"];
    };
    "/api/v1/access_tokens": {
        /**
         * The access tokens that open the account
         * @description Those bound to it, wherever they were made, and those of its members that are bound to no account.
         *
         *     Needs the permission `access_tokens.read`.
         */
        get: operations["getApiV1Access_tokens"];
        /**
         * Create an access token
         * @description The secret is shown here only. The token never permits more than its maker does in the account it is bound to, and belongs to that account from then on. Bound to none, it opens every account of its user: only they and a super_admin may make such a token.
         *
         *     Needs the permission `access_tokens.create`.
         */
        post: operations["postApiV1Access_tokens"];
    };
    "/api/v1/access_tokens/{id}": {
        /**
         * One access token
         * @description Needs the permission `access_tokens.read`.
         */
        get: operations["getApiV1Access_tokensById"];
        /**
         * Revoke an access token
         * @description It is refused at once. A token that permits more than the caller’s, in any account it opens, is refused (403). The last token with which a super_admin can come in is neither deleted, narrowed nor given an end (409).
         *
         *     Needs the permission `access_tokens.delete`.
         */
        delete: operations["deleteApiV1Access_tokensById"];
        /**
         * Change an access token
         * @description A token that permits more than the caller’s, in any account it opens, is refused (403). The last token with which a super_admin can come in is neither deleted, narrowed nor given an end (409).
         *
         *     Needs the permission `access_tokens.update`.
         */
        patch: operations["patchApiV1Access_tokensById"];
    };
    "/api/v1/access_tokens/{id}/rotate": {
        /**
         * Give an access token a new secret
         * @description The old one is refused at once. A token that permits more than the caller’s, in any account it opens, is refused (403).
         *
         *     Needs the permission `access_tokens.update`.
         */
        post: operations["postApiV1Access_tokensByIdRotate"];
    };
    "/api/v1/audit_logs": {
        /**
         * What was changed by whom, newest first
         * @description Needs the permission `audit_logs.read`.
         */
        get: operations["getApiV1Audit_logs"];
    };
    "/api/v1/pipelines": {
        /**
         * The pipelines of the account
         * @description Needs the permission `pipelines.read`.
         */
        get: operations["getApiV1Pipelines"];
        /**
         * Create a pipeline
         * @description With the stages given, or nothing at all is created.
         *
         *     Needs the permission `pipelines.create`.
         */
        post: operations["postApiV1Pipelines"];
    };
    "/api/v1/pipelines/{pipeline_id}": {
        /**
         * One pipeline
         * @description Needs the permission `pipelines.read`.
         */
        get: operations["getApiV1PipelinesByPipeline_id"];
        /**
         * Delete a pipeline with all its stages
         * @description Needs the permission `pipelines.delete`.
         */
        delete: operations["deleteApiV1PipelinesByPipeline_id"];
        /**
         * Change a pipeline
         * @description Needs the permission `pipelines.update`.
         */
        patch: operations["patchApiV1PipelinesByPipeline_id"];
    };
    "/api/v1/pipelines/{pipeline_id}/pipeline_stages": {
        /**
         * All stages of a pipeline, by position
         * @description Needs the permission `pipeline_stages.read`.
         */
        get: operations["getApiV1PipelinesByPipeline_idPipeline_stages"];
        /**
         * Add a stage to a pipeline
         * @description It becomes the last one.
         *
         *     Needs the permission `pipeline_stages.create`.
         */
        post: operations["postApiV1PipelinesByPipeline_idPipeline_stages"];
    };
    "/api/v1/pipelines/{pipeline_id}/pipeline_stages/{id}": {
        /**
         * One stage
         * @description Needs the permission `pipeline_stages.read`.
         */
        get: operations["getApiV1PipelinesByPipeline_idPipeline_stagesById"];
        /**
         * Delete a stage
         * @description The stages behind it move up by one, each told as updated.
         *
         *     Needs the permission `pipeline_stages.delete`.
         */
        delete: operations["deleteApiV1PipelinesByPipeline_idPipeline_stagesById"];
        /**
         * Change a stage
         * @description Needs the permission `pipeline_stages.update`.
         */
        patch: operations["patchApiV1PipelinesByPipeline_idPipeline_stagesById"];
    };
    "/api/v1/pipelines/{pipeline_id}/pipeline_stages/reorder": {
        /**
         * Put all stages of a pipeline in order
         * @description All of them move or none. `If-Match` names the version of the pipeline.
         *
         *     Needs the permission `pipeline_stages.update`.
         */
        patch: operations["patchApiV1PipelinesByPipeline_idPipeline_stagesReorder"];
    };
    "/api/v1/inboxes": {
        /**
         * The inboxes of the account
         * @description Needs the permission `inboxes.read`.
         */
        get: operations["getApiV1Inboxes"];
        /**
         * Create an inbox
         * @description `channel_type` is `api` when it is not given.
         *
         *     Needs the permission `inboxes.create`.
         */
        post: operations["postApiV1Inboxes"];
    };
    "/api/v1/inboxes/{id}": {
        /**
         * One inbox
         * @description Needs the permission `inboxes.read`.
         */
        get: operations["getApiV1InboxesById"];
        /**
         * Delete an inbox; its members lose their seats in it
         * @description Needs the permission `inboxes.delete`.
         */
        delete: operations["deleteApiV1InboxesById"];
        /**
         * Change an inbox
         * @description Needs the permission `inboxes.update`.
         */
        patch: operations["patchApiV1InboxesById"];
    };
    "/api/v1/inbox_members/{inbox_id}": {
        /**
         * The members of an inbox, by name
         * @description Open to its members too, whatever their permissions.
         *
         *     Needs the permission `inbox_members.read`.
         */
        get: operations["getApiV1Inbox_membersByInbox_id"];
    };
    "/api/v1/inbox_members": {
        /**
         * Add members to an inbox
         * @description Answers all members it has then.
         *
         *     Needs the permission `inbox_members.create`.
         */
        post: operations["postApiV1Inbox_members"];
        /**
         * Remove members from an inbox
         * @description Answers the members who are left.
         *
         *     Needs the permission `inbox_members.delete`.
         */
        delete: operations["deleteApiV1Inbox_members"];
        /**
         * Set the members of an inbox
         * @description Exactly the users named are members afterwards. Answers all members.
         *
         *     Needs the permission `inbox_members.update`.
         */
        patch: operations["patchApiV1Inbox_members"];
    };
    "/api/v1/mcp-servers": {
        /**
         * The MCP servers of the account
         * @description Needs the permission `mcp_servers.read`.
         */
        get: operations["getApiV1Mcp-servers"];
        /**
         * Create an MCP server
         * @description Every value under `environments`, `config_json.env` and `config_json.headers` is a secret: encrypted at rest and `********` in every answer. Writing the mask back keeps what is stored, unless URLs in `config_json` lead to another scheme, host or port, or its `host`, `port`, `command` or `args` change: then secrets must be given anew, `environments` too.
         *
         *     Needs the permission `mcp_servers.create`.
         */
        post: operations["postApiV1Mcp-servers"];
    };
    "/api/v1/mcp-servers/{id}": {
        /**
         * One MCP server
         * @description Needs the permission `mcp_servers.read`.
         */
        get: operations["getApiV1Mcp-serversById"];
        /**
         * Replace an MCP server
         * @description What is absent gets its default. Every value under `environments`, `config_json.env` and `config_json.headers` is a secret: encrypted at rest and `********` in every answer. Writing the mask back keeps what is stored, unless URLs in `config_json` lead to another scheme, host or port, or its `host`, `port`, `command` or `args` change: then secrets must be given anew, `environments` too.
         *
         *     Needs the permission `mcp_servers.update`.
         */
        put: operations["putApiV1Mcp-serversById"];
        /**
         * Delete an MCP server
         * @description Needs the permission `mcp_servers.delete`.
         */
        delete: operations["deleteApiV1Mcp-serversById"];
        /**
         * Change an MCP server
         * @description A field that is given is replaced whole. Every value under `environments`, `config_json.env` and `config_json.headers` is a secret: encrypted at rest and `********` in every answer. Writing the mask back keeps what is stored, unless URLs in `config_json` lead to another scheme, host or port, or its `host`, `port`, `command` or `args` change: then secrets must be given anew, `environments` too.
         *
         *     Needs the permission `mcp_servers.update`.
         */
        patch: operations["patchApiV1Mcp-serversById"];
    };
    "/api/v1/webhooks": {
        /**
         * The webhooks of the account
         * @description Needs the permission `webhooks.read`.
         */
        get: operations["getApiV1Webhooks"];
        /**
         * Create a webhook
         * @description Events of the account are posted to it as `{id, event, accountId, sequence, timestamp, data: {previous, current}}`, or in the shape that `format` names, signed, and again up to five times in all.
         *
         *     Needs the permission `webhooks.create`.
         */
        post: operations["postApiV1Webhooks"];
    };
    "/api/v1/webhooks/{id}": {
        /**
         * One webhook
         * @description Needs the permission `webhooks.read`.
         */
        get: operations["getApiV1WebhooksById"];
        /**
         * Delete a webhook
         * @description What waits for it is discarded.
         *
         *     Needs the permission `webhooks.delete`.
         */
        delete: operations["deleteApiV1WebhooksById"];
        /**
         * Change a webhook
         * @description What waits for it goes to the new URL, or is discarded when it is disabled; nothing goes to the old URL after the answer.
         *
         *     Needs the permission `webhooks.update`.
         */
        patch: operations["patchApiV1WebhooksById"];
    };
    "/api/v1/webhooks/{id}/rotate": {
        /**
         * Give a webhook a new signing secret
         * @description The former one signs along for 24 hours.
         *
         *     Needs the permission `webhooks.update`.
         */
        post: operations["postApiV1WebhooksByIdRotate"];
    };
    "/api/v1/webhooks/{id}/test": {
        /**
         * Post a sample event to a webhook, once
         * @description The sample is marked `"test": true`; it is neither retried nor recorded. Answers what was sent, what the receiver answered, and what to do when it was not delivered. Default event: `pipeline_stage.created`.
         *
         *     Needs the permission `webhooks.update`.
         */
        post: operations["postApiV1WebhooksByIdTest"];
    };
    "/api/v1/webhooks/{id}/deliveries": {
        /**
         * The deliveries of a webhook
         * @description Read on with `after`, or newest first with `before`, so that what is added meanwhile shifts nothing. Newest first, 40,000 deliveries are looked through at a time: a page may then be shorter, and `next` goes on.
         *
         *     Needs the permission `webhooks.read`.
         */
        get: operations["getApiV1WebhooksByIdDeliveries"];
    };
    "/api/v1/webhooks/{id}/deliveries/{delivery_id}": {
        /**
         * One delivery with its attempts
         * @description Needs the permission `webhooks.read`.
         */
        get: operations["getApiV1WebhooksByIdDeliveriesByDelivery_id"];
    };
    "/api/v1/webhooks/{id}/redeliver": {
        /**
         * Send deliveries again
         * @description Same event ids; attempt numbers go on, with a new round of attempts.
         *
         *     Needs the permission `webhooks.update`.
         */
        post: operations["postApiV1WebhooksByIdRedeliver"];
    };
}
export interface webhooks {
    QRCode: {
        /**
         * A QR code for pairing is there
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onQRCode"];
    };
    PairSuccess: {
        /**
         * An account was paired
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onPairSuccess"];
    };
    Connected: {
        /**
         * The instance is connected
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onConnected"];
    };
    OfflineSyncCompleted: {
        /**
         * What came while it was away has been delivered
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onOfflineSyncCompleted"];
    };
    LoggedOut: {
        /**
         * The instance was logged out, here or on the phone
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onLoggedOut"];
    };
    Message: {
        /**
         * A message came, or something was said about one
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onMessage"];
    };
    Receipt: {
        /**
         * A message was delivered or read
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onReceipt"];
    };
    CallOffer: {
        /**
         * A call comes in
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onCallOffer"];
    };
    CallRelayLatency: {
        /**
         * A call is under way
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onCallRelayLatency"];
    };
    CallTerminate: {
        /**
         * A call ended
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onCallTerminate"];
    };
    JoinedGroup: {
        /**
         * The account is in a group now
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onJoinedGroup"];
    };
    GroupInfo: {
        /**
         * A group changed
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onGroupInfo"];
    };
    NewsletterJoin: {
        /**
         * The account follows a channel now
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onNewsletterJoin"];
    };
    SendMessage: {
        /**
         * A message is being sent through the API
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onSendMessage"];
    };
    MessageStatus: {
        /**
         * A message that was sent has come further, or was refused
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onMessageStatus"];
    };
    Undecryptable: {
        /**
         * A message came that cannot be read
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onUndecryptable"];
    };
    Presence: {
        /**
         * A person who is watched is online or not
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onPresence"];
    };
    ChatPresence: {
        /**
         * A person writes or records in a chat that is watched
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onChatPresence"];
    };
    PasskeyRequest: {
        /**
         * WhatsApp asks for a passkey
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onPasskeyRequest"];
    };
    Label: {
        /**
         * A label was made, changed or deleted
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onLabel"];
    };
    LabelAssociation: {
        /**
         * A chat or a message got a label, or has it no longer
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onLabelAssociation"];
    };
    ContactMerged: {
        /**
         * Two contacts were one person
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onContactMerged"];
    };
    ChatUpdate: {
        /**
         * A chat was archived, pinned, muted, marked as unread or deleted
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onChatUpdate"];
    };
    ContactUpdate: {
        /**
         * A contact has another name or picture
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onContactUpdate"];
    };
    TemplateUpdate: {
        /**
         * A template was approved, rejected or paused, or has another category or quality
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onTemplateUpdate"];
    };
    "pipeline_stage.created": {
        /**
         * A pipeline stage was created
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onPipelineStageCreated"];
    };
    "pipeline_stage.updated": {
        /**
         * A pipeline stage was changed
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onPipelineStageUpdated"];
    };
    "pipeline_stage.deleted": {
        /**
         * A pipeline stage was deleted
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onPipelineStageDeleted"];
    };
    "inbox_member.added": {
        /**
         * A inbox member was added
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onInboxMemberAdded"];
    };
    "inbox_member.removed": {
        /**
         * A inbox member was removed
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onInboxMemberRemoved"];
    };
    "mcp_server.deleted": {
        /**
         * A mcp server was deleted
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onMcpServerDeleted"];
    };
}
export interface components {
    schemas: {
        NewInstance: {
            /** @description In any language; no slash, no control character, no dot or dash in front */
            instanceName: string;
            /** @description As `instanceName`, for clients of Evolution Go, whose `advancedSettings` and `proxy` are understood beside it */
            name?: unknown;
            /**
             * Format: uuid
             * @description Default: one is made
             */
            instanceId?: string;
            /** @enum {string} */
            provider?: "sandbox" | "whatsapp" | "whatsapp-cloud";
            /**
             * @description The provider in the words of an older system; `provider` goes first
             * @enum {string}
             */
            integration?: "WHATSAPP-BAILEYS" | "WHATSAPP-BUSINESS";
            /** @description 7-15 digits, as a text or a number */
            number?: string | number;
            /** @description The key of the instance: 8-256 visible ASCII characters. Default: one is made */
            token?: string;
            /** @description Connect at once, and answer the code to pair with if it comes within 5 s */
            qrcode?: boolean;
            /** @description Of whatsapp-cloud, and required there: Meta's id of the number */
            phoneNumberId?: string | number;
            /** @description Of whatsapp-cloud, and required there: Meta's id of the account */
            businessAccountId?: string | number;
            /** @description Of whatsapp-cloud, and required there: a token that opens both */
            accessToken?: string;
            /** @description Of whatsapp-cloud. The secret of the Meta app: what comes in is signed with it. Default: META_APP_SECRET */
            appSecret?: string;
            /** @description Of whatsapp-cloud. What Meta is given as the verify token of the webhook address. Default: META_VERIFY_TOKEN */
            verifyToken?: string;
            /** @description Calls that come in are rejected */
            rejectCall?: boolean;
            /** @description What those who call are written when their call is rejected; empty: nothing */
            msgCall?: string;
            /** @description Nobody gets events of groups */
            groupsIgnore?: boolean;
            /** @description The account is shown as online while it is connected */
            alwaysOnline?: boolean;
            /** @description Messages are confirmed as read once their events are on disk */
            readMessages?: boolean;
            /** @description The same for status updates */
            readStatus?: boolean;
            /** @description With `webhook` as a text: the events it gets */
            events?: unknown;
            /** @description With `webhook` as a text: `base64` */
            webhookBase64?: unknown;
            /** @description With `webhook` as a text: `byEvents` */
            webhookByEvents?: unknown;
            /** @description With `webhook` as a text: `format` */
            format?: unknown;
            /** @description As the body of webhook/set, where `enabled` is true unless it says otherwise; or the URL alone */
            webhook?: {
                enabled: boolean;
                /** @description http or https; required while enabled is true */
                url?: string;
                /** @description Media inside the body; absent: as WEBHOOK_FILES says */
                base64?: boolean;
                /**
                 * @description Default gatehouse. `evolution-api` and `evolution-go` give deliveries the shape of those systems. `evolution-go` puts the key of the instance into every body as `instanceToken`, so it must be asked for with that key
                 * @enum {string}
                 */
                format?: "gatehouse" | "evolution-api" | "evolution-go";
                /** @description With `evolution-api` only: the event's name is appended to the path of `url`, as /messages-upsert */
                byEvents?: boolean;
                /** @description ALL, event types, categories or names of older systems such as MESSAGES_UPSERT, in any case; absent or empty: ALL */
                events?: string[];
            } | string;
            /** @description Whether events also go to RabbitMQ */
            rabbitmq?: {
                enabled: boolean;
                /** @description As `events` of webhook/set; absent or empty: as the instance has them */
                events?: string[];
            };
            /** @description Whether events also go to NATS */
            nats?: {
                enabled: boolean;
                /** @description As `events` of webhook/set; absent or empty: as the instance has them */
                events?: string[];
            };
            /** @description Whether events also go to the WebSocket feed */
            websocket?: {
                enabled: boolean;
                /** @description As `events` of webhook/set; absent or empty: as the instance has them */
                events?: string[];
            };
            /** @description As `port` of proxy/set */
            proxyPort?: unknown;
            /** @description As `protocol` of proxy/set; default: http */
            proxyProtocol?: unknown;
            /** @description As `username` of proxy/set */
            proxyUsername?: unknown;
            /** @description As `password` of proxy/set */
            proxyPassword?: unknown;
            /** @description As `host` of proxy/set; absent: no proxy */
            proxyHost?: string;
        };
        /** @description Of whatsapp-cloud alone: what Meta last said of the number */
        CloudNumber: {
            phoneNumberId: string;
            businessAccountId: string;
            /** @description As Meta shows it */
            displayPhoneNumber: string;
            /** @description What people see as the sender */
            verifiedName: string;
            /** @description CONNECTED alone can send */
            status: string;
            /** @description GREEN, YELLOW, RED or UNKNOWN */
            qualityRating: string | null;
            /** @description Whether Meta has approved the name */
            nameStatus: string | null;
            /** @description STANDARD or HIGH: how many messages a second */
            throughput: string | null;
            /** @description TIER_250 … TIER_UNLIMITED, once a webhook has told it */
            messagingLimit: string | null;
            /** @description Whether it has one of its own */
            hasAppSecret: boolean;
            /** @description Whether it has one of its own */
            hasVerifyToken: boolean;
        };
        ChannelSwitch: {
            enabled: boolean;
        };
        InstanceSettings: {
            rejectCall: boolean;
            msgCall: string;
            groupsIgnore: boolean;
            alwaysOnline: boolean;
            readMessages: boolean;
            readStatus: boolean;
            /** @constant */
            syncFullHistory: false;
            /** @constant */
            wavoipToken: "";
        };
        /** @description There while WhatsApp asks for the passkey of the account */
        PasskeyOffer: {
            /** @enum {string} */
            stage: "challenge" | "awaiting_confirmation" | "confirmation" | "confirmed" | "error";
            /** @description To be opened in a browser that can use the passkey; the browser needs an extension */
            openUrl: string;
            /** @description Where that extension reads the ceremony and answers */
            ceremonyUrl: string;
            /** @description As ABCD-1234, to be compared with the one on the phone; null: there is none yet */
            code: string | null;
            /** Format: date-time */
            expiresAt: string;
        };
        CreatedInstance: {
            instance: {
                /** Format: uuid */
                instanceId: string;
                instanceName: string;
                /** @enum {string} */
                provider: "sandbox" | "whatsapp" | "whatsapp-cloud";
                /** @enum {string} */
                state: "close" | "connecting" | "open";
                /** @enum {string} */
                phase: "created" | "logged_out" | "qr_timeout" | "failed" | "banned" | "stopped" | "starting" | "waiting_qr" | "pairing" | "passkey" | "passkey_confirm" | "syncing" | "reconnecting" | "open";
                /** @description Why it is in this phase */
                reason: string | null;
                /** @description The number it was created for, digits only */
                number: string | null;
                /** @description The paired account */
                ownerJid: string | null;
                /** @description The name of the paired account */
                profileName: string | null;
                details?: components["schemas"]["CloudNumber"];
                /** @description What the key may do */
                keyScopes: ("read" | "send" | "settings" | "connect")[];
                /** @description From when the key is refused; null: never */
                keyExpiresAt: string | null;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                updatedAt: string;
                /** @enum {string} */
                integration: "WHATSAPP-BAILEYS" | "WHATSAPP-BUSINESS";
                /** @enum {string} */
                status: "close" | "connecting" | "open";
                /** @description Fields that were sent and ask for what does not exist here: nothing came of them */
                ignored: string[];
            };
            /** @description The key of this instance; shown here only */
            apikey: string;
            /** @description The same as `apikey` */
            hash: string;
            webhook: {
                webhookUrl: string;
                /** @description Values are masked */
                webhookHeaders: {
                    [key: string]: string;
                };
                webhookByEvents: boolean;
                webhookBase64: boolean;
            };
            rabbitmq: components["schemas"]["ChannelSwitch"];
            nats: components["schemas"]["ChannelSwitch"];
            websocket: components["schemas"]["ChannelSwitch"];
            settings: components["schemas"]["InstanceSettings"];
            /** @description Of whatsapp-cloud: whether Meta sends what comes in */
            webhookSubscribed?: boolean;
            /** @description Why it does not */
            reason?: string;
            /** @constant */
            message?: "success";
            /** @description With `name` in place of `instanceName`, as clients of Evolution Go read it */
            data?: {
                /** Format: uuid */
                id: string;
                name: string;
                token: string;
            };
            /** @description With `qrcode: true`; empty when there was no code in time: `reason` says why */
            qrcode?: {
                /** @description 8 characters to type on the phone; null when pairing by QR code */
                pairingCode: string | null;
                /** @description What the QR code holds; empty when pairing by code */
                code: string;
                /** @description The QR code as a data:image/png;base64 URL */
                base64: string;
                /** @description Which QR code of this attempt it is */
                count: number;
                passkey?: components["schemas"]["PasskeyOffer"];
            };
        };
        FailureMeta: {
            /** Format: date-time */
            timestamp: string;
            /** @description Path of the request, without its query */
            path: string;
            method: string;
        };
        BadRequestFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "BAD_REQUEST";
                message: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        UnauthorizedFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "UNAUTHORIZED";
                message: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        ForbiddenFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "FORBIDDEN";
                message: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        ConflictFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "CONFLICT";
                message: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        RateLimitedFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "RATE_LIMITED";
                message: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        InternalServerErrorFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "INTERNAL_SERVER_ERROR";
                message: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        UpstreamErrorFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "UPSTREAM_ERROR";
                message: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        ServiceUnavailableFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "SERVICE_UNAVAILABLE";
                message: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        ListedInstance: {
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @enum {string} */
            provider: "sandbox" | "whatsapp" | "whatsapp-cloud";
            /** @enum {string} */
            state: "close" | "connecting" | "open";
            /** @enum {string} */
            phase: "created" | "logged_out" | "qr_timeout" | "failed" | "banned" | "stopped" | "starting" | "waiting_qr" | "pairing" | "passkey" | "passkey_confirm" | "syncing" | "reconnecting" | "open";
            /** @description Why it is in this phase */
            reason: string | null;
            /** @description The number it was created for, digits only */
            number: string | null;
            /** @description The paired account */
            ownerJid: string | null;
            /** @description The name of the paired account */
            profileName: string | null;
            details?: components["schemas"]["CloudNumber"];
            /** @description What the key may do */
            keyScopes: ("read" | "send" | "settings" | "connect")[];
            /** @description From when the key is refused; null: never */
            keyExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: uuid
             * @description As `instanceId`
             */
            id: string;
            /** @description As `instanceName` */
            name: string;
            /** @enum {string} */
            connectionStatus: "close" | "connecting" | "open";
            /** @enum {string} */
            integration: "WHATSAPP-BAILEYS" | "WHATSAPP-BUSINESS";
            /** @description Not known here: ask /chat/fetchProfilePictureUrl */
            profilePicUrl: null;
            /** @description 401: logged out; 403: banned; 408: nobody scanned the QR code; null: another, or none */
            disconnectionReasonCode: number | null;
            /** @description Phase and reason as JSON; null unless the connection has ended */
            disconnectionObject: string | null;
            /** @description When the connection ended; null unless it has */
            disconnectionAt: string | null;
            /** @description How much of it is in the message store; null while that is switched off */
            _count: {
                Message: number;
                Contact: number;
                Chat: number;
            } | null;
        };
        InstanceEnded: {
            /** @constant */
            success: true;
            message: string;
            /** @constant */
            status: "SUCCESS";
            /** @constant */
            error: false;
            response: {
                message: string;
            };
        };
        NotFoundFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "NOT_FOUND";
                message: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        KeyRotation: {
            /**
             * @description How long the present key stays good beside the new one
             * @default 0
             */
            graceSeconds?: number;
            /** @description Default: as the present key */
            scopes?: ("read" | "send" | "settings" | "connect")[];
            /** @description In the future; null: never. Default: as the present key */
            expiresAt?: string | null;
        };
        RotatedKey: {
            /** @description The new key; shown here only */
            apikey: string;
            /** @description From when the key is refused; null: never */
            expiresAt: string | null;
            /** @description What the key may do */
            scopes: ("read" | "send" | "settings" | "connect")[];
            /** @description Until when the key before it is good; null: it has ended */
            previousKeyExpiresAt: string | null;
        };
        Instance: {
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @enum {string} */
            provider: "sandbox" | "whatsapp" | "whatsapp-cloud";
            /** @enum {string} */
            state: "close" | "connecting" | "open";
            /** @enum {string} */
            phase: "created" | "logged_out" | "qr_timeout" | "failed" | "banned" | "stopped" | "starting" | "waiting_qr" | "pairing" | "passkey" | "passkey_confirm" | "syncing" | "reconnecting" | "open";
            /** @description Why it is in this phase */
            reason: string | null;
            /** @description The number it was created for, digits only */
            number: string | null;
            /** @description The paired account */
            ownerJid: string | null;
            /** @description The name of the paired account */
            profileName: string | null;
            details?: components["schemas"]["CloudNumber"];
            /** @description What the key may do */
            keyScopes: ("read" | "send" | "settings" | "connect")[];
            /** @description From when the key is refused; null: never */
            keyExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description The proxy of the instance; absent where it connects directly */
        ProxyState: {
            /** @description Whether its last connection came about; null: none was tried yet */
            works: boolean | null;
            /** @description Why it does not work */
            reason: string | null;
            /** @description When that connection was tried */
            checkedAt: string | null;
        };
        /** @description The code to pair with at this moment; the code itself is in GET /instance/connect */
        OfferedCode: {
            /** @enum {string} */
            kind: "qr" | "code";
            /** @description Which QR code of this attempt it is */
            count?: number;
            /** @description After so many QR codes the attempt ends: QRCODE_MAX_COUNT */
            maxCount?: number;
            /** @description For how long the code is still good */
            expiresInMs: number;
        };
        ConnectionState: {
            instance: {
                instanceName: string;
                /** @enum {string} */
                state: "close" | "connecting" | "open";
                /** @enum {string} */
                phase: "created" | "logged_out" | "qr_timeout" | "failed" | "banned" | "stopped" | "starting" | "waiting_qr" | "pairing" | "passkey" | "passkey_confirm" | "syncing" | "reconnecting" | "open";
                /** @description Why it is in this phase */
                reason: string | null;
                proxy?: components["schemas"]["ProxyState"];
                passkey?: components["schemas"]["PasskeyOffer"];
                code?: components["schemas"]["OfferedCode"];
            };
        };
        NamedState: {
            instanceName: string;
            /** @enum {string} */
            state: "close" | "connecting" | "open";
        };
        ConnectionResult: {
            /** @description 8 characters to type on the phone; null when pairing by QR code */
            pairingCode: string | null;
            /** @description What the QR code holds; empty when pairing by code */
            code: string;
            /** @description The QR code as a data:image/png;base64 URL */
            base64: string;
            /** @description Which QR code of this attempt it is */
            count: number;
            passkey?: components["schemas"]["PasskeyOffer"];
            instance?: components["schemas"]["NamedState"];
        };
        ConnectSettings: {
            /** @description http or https */
            webhookUrl?: string;
            /** @description ALL, event types, categories or names of older systems such as MESSAGES_UPSERT, in any case; empty: ALL */
            subscribe?: string[];
            /**
             * @description `evolution-api` and `evolution-go` give deliveries the shape of those systems. `evolution-go` puts the key of the instance into every body as `instanceToken`, so it must be asked for with that key
             * @enum {string}
             */
            format?: "gatehouse" | "evolution-api" | "evolution-go";
            rabbitmqEnable?: ("enabled" | "disabled") | boolean;
            natsEnable?: ("enabled" | "disabled") | boolean;
            websocketEnable?: ("enabled" | "disabled") | boolean;
            /** @description Answer without waiting for the first code */
            immediate?: boolean;
            /** @description Pair by a code for this number */
            phone?: string;
        };
        ConnectedInstance: {
            /** @constant */
            message: "success";
            data: {
                /** @description The paired account; empty before pairing */
                jid: string;
                webhookUrl: string;
                /** @description subscribe, joined by commas */
                eventString: string;
                /** Format: uuid */
                instanceId: string;
                instanceName: string;
                /** @enum {string} */
                state: "close" | "connecting" | "open";
                subscribe: string[];
                /** @description Names in `subscribe` of events that never happen here. Absent without any. */
                neverSent?: string[];
                /** @description Names of the webhook headers that were dropped: webhookUrl has another scheme, host or port now. Absent when none were. */
                headersDropped?: string[];
                /** @description 8 characters to type on the phone; null when pairing by QR code */
                pairingCode: string | null;
                /** @description What the QR code holds; empty when pairing by code */
                code: string;
                /** @description The QR code as a data:image/png;base64 URL */
                base64: string;
                /** @description Which QR code of this attempt it is */
                count: number;
                passkey?: components["schemas"]["PasskeyOffer"];
            };
        };
        RestartResult: {
            instance: components["schemas"]["NamedState"];
            /** @constant */
            status: "SUCCESS";
            /** @constant */
            error: false;
            response: {
                message: string;
            };
        };
        NotConnected: {
            /** @constant */
            error: true;
            message: string;
        };
        InstanceLimits: {
            /** @description Whether the account may write to people it has no chat with */
            newChats: {
                locked: boolean;
                /** @description Null: they are not locked */
                until: string | null;
                /** @description What that means and what to do about it */
                reason: string | null;
                /** @description When the platform said so; null: it has never said anything */
                checkedAt: string | null;
            };
        };
        InstanceGlance: {
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @enum {string} */
            provider: "sandbox" | "whatsapp" | "whatsapp-cloud";
            /** @enum {string} */
            state: "close" | "connecting" | "open";
            /** @enum {string} */
            phase: "created" | "logged_out" | "qr_timeout" | "failed" | "banned" | "stopped" | "starting" | "waiting_qr" | "pairing" | "passkey" | "passkey_confirm" | "syncing" | "reconnecting" | "open";
            /** @description Why it is in this phase */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it entered this phase
             */
            since: string;
            /** @description The number it was created for, digits only */
            number: string | null;
            /** @description The paired account */
            ownerJid: string | null;
            /** @description The name of the paired account */
            profileName: string | null;
            /**
             * @description Why somebody should look at it, the most urgent first: its connection has ended and will not come back by itself; deliveries were given up; it reconnects; deliveries have failed and will be tried again; it waits to be paired; nothing
             * @enum {string}
             */
            attention: "disconnected" | "discarded" | "reconnecting" | "retrying" | "pairing" | "none";
            /** @description Deliveries that wait to be sent, counted up to 1000 */
            waiting: number;
            /** @description Of those, the ones that have failed before, counted up to 1000 */
            retrying: number;
            /** @description Deliveries that were given up and are still listed, counted up to 1000 */
            discarded: number;
            /** @description Messages received and sent through the API in the last minute */
            messagesPerMinute: number;
        };
        Overview: {
            /** @description Of all instances that the key may see, whatever was asked for */
            totals: {
                /** @description All */
                instances: number;
                /** @description Connected */
                open: number;
                /** @description Connecting, or waiting to be paired */
                connecting: number;
                /** @description Not connected */
                close: number;
                /** @description Those whose `attention` is not `none` */
                needAttention: number;
                /** @description Sum over all instances */
                waiting: number;
                /** @description Sum over all instances */
                discarded: number;
                /** @description Sum over all instances */
                messagesPerMinute: number;
            };
            /** @description How many instances have what was asked for */
            found: number;
            /** @description Those that somebody should look at first, then by what waits, then by name */
            instances: components["schemas"]["InstanceGlance"][];
        };
        StateChange: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            state: "close" | "connecting" | "open";
            /** @enum {string} */
            phase: "created" | "logged_out" | "qr_timeout" | "failed" | "banned" | "stopped" | "starting" | "waiting_qr" | "pairing" | "passkey" | "passkey_confirm" | "syncing" | "reconnecting" | "open";
            /** @description Why it is in this phase */
            reason: string | null;
        };
        StateChanges: {
            /** @description Newest first */
            states: components["schemas"]["StateChange"][];
        };
        WebhookSettings: {
            enabled: boolean;
            /** @description http or https; required while enabled is true */
            url?: string;
            /** @description Media inside the body; absent: as WEBHOOK_FILES says */
            base64?: boolean;
            /**
             * @description Default gatehouse. `evolution-api` and `evolution-go` give deliveries the shape of those systems. `evolution-go` puts the key of the instance into every body as `instanceToken`, so it must be asked for with that key
             * @enum {string}
             */
            format?: "gatehouse" | "evolution-api" | "evolution-go";
            /** @description With `evolution-api` only: the event's name is appended to the path of `url`, as /messages-upsert */
            byEvents?: boolean;
            /** @description ALL, event types, categories or names of older systems such as MESSAGES_UPSERT, in any case; absent or empty: ALL */
            events?: string[];
        };
        Meta: {
            /**
             * Format: date-time
             * @description ISO 8601 UTC, milliseconds
             */
            timestamp: string;
        };
        Done: {
            /** @constant */
            success: true;
            meta: components["schemas"]["Meta"];
            message: string;
        };
        InstanceWebhook: {
            enabled: boolean;
            url: string;
            events: string[];
            /** @description null: as WEBHOOK_FILES says */
            base64: boolean | null;
            /** @enum {string} */
            format: "gatehouse" | "evolution-api" | "evolution-go";
            byEvents: boolean;
        };
        InstanceEndpoint: {
            /** @enum {string} */
            destination: "webhook" | "global-webhook" | "amqp" | "global-amqp" | "nats" | "global-nats";
            /** @description Where it goes, with credentials and query values masked; null while it is off */
            target: string | null;
            /** @description Why it is off */
            reason: string | null;
            /** @description The event types that go there now */
            events: string[];
        };
        InstanceEndpoints: {
            endpoints: components["schemas"]["InstanceEndpoint"][];
        };
        SigningSecret: {
            /** @description whsec_ and 32 bytes in base64 */
            secret: string;
        };
        WebhookTest: {
            /** @description An event type, in any case; default Message */
            event?: string;
            /**
             * @description Default webhook; global-webhook: with the global key
             * @enum {string}
             */
            destination?: "webhook" | "global-webhook";
        };
        WebhookTestRequest: {
            /** @constant */
            method: "POST";
            /** @description Credentials and query values are masked */
            url: string;
            body: string;
        };
        WebhookTestResult: {
            delivered: boolean;
            status: number | null;
            durationMs: number;
            /** @description The first 1 KiB of the receiver's answer; without an answer, why there is none */
            body: string | null;
            /** @description Of the receiver's answer, up to 50; null without one */
            headers: {
                [key: string]: string;
            } | null;
            /** @description Why it was not delivered: a word that stays the same, and a text */
            error: string | null;
            /** @description What to do about it */
            advice: string | null;
            /** @description What was sent; null: nothing may be sent to this address */
            request: components["schemas"]["WebhookTestRequest"] | null;
        };
        ChannelFields: {
            enabled: boolean;
            /** @description As `events` of webhook/set; absent or empty: as the instance has them */
            events?: string[];
        };
        EventChannel: {
            enabled: boolean;
            /** @description Those of the instance, wherever they go */
            events: string[];
        };
        PayloadTooLargeFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "PAYLOAD_TOO_LARGE";
                message: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        UnsupportedMediaTypeFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "UNSUPPORTED_MEDIA_TYPE";
                message: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        ProxySettings: {
            enabled: boolean;
            /** @enum {string} */
            protocol: "http" | "https" | "socks5";
            /** @description A host name or an IP address, nothing around it */
            host: string;
            /** @description 1 to 65535, as a number or a text */
            port: number | string;
            /** @description At most 255 bytes; absent: the proxy asks for none */
            username?: string;
            /** @description At most 255 bytes. Masked (********): the stored one, while protocol, host, port and username stay the same. */
            password?: string;
        };
        ShownProxy: {
            enabled: boolean;
            /** @enum {string} */
            protocol: "http" | "https" | "socks5";
            host: string;
            port: number;
            username: string;
            /** @description Masked; empty when there is none */
            password: string;
        };
        SettingsChange: {
            /** @description Calls that come in are rejected */
            rejectCall?: boolean;
            /** @description What those who call are written when their call is rejected; empty: nothing */
            msgCall?: string;
            /** @description Nobody gets events of groups */
            groupsIgnore?: boolean;
            /** @description The account is shown as online while it is connected */
            alwaysOnline?: boolean;
            /** @description Messages are confirmed as read once their events are on disk */
            readMessages?: boolean;
            /** @description The same for status updates */
            readStatus?: boolean;
            /** @description Not supported: messages from before the pairing are no events */
            syncFullHistory?: unknown;
            /** @description Not supported: calls can be rejected, not taken */
            wavoipToken?: unknown;
        };
        CeremonyView: {
            /** @enum {string} */
            stage: "challenge" | "awaiting_confirmation" | "confirmation" | "confirmed" | "error";
            /** @description PublicKeyCredentialRequestOptionsJSON, for navigator.credentials.get */
            publicKey: {
                [key: string]: unknown;
            };
            /** @description Always false: a person confirms the code */
            skipHandoffUX: boolean;
            /** @description As ABCD-1234, to be compared with the one on the phone; null: there is none yet */
            code: string | null;
            /** @description Why the ceremony has ended; null: it has not, or well */
            error: string | null;
        };
        GoneFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "GONE";
                message: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        /** @description What toJSON() of the PublicKeyCredential gives */
        PasskeyCredential: {
            /** @description Base64url: the id of the passkey */
            id: string;
            /** @description Base64url: the same */
            rawId: string;
            /** @constant */
            type: "public-key";
            response: {
                /** @description Base64url: what the browser signed */
                clientDataJSON: string;
                /** @description Base64url: what the authenticator signed with it */
                authenticatorData: string;
                /** @description Base64url: of both */
                signature: string;
                userHandle?: string | null;
            };
            authenticatorAttachment?: string | null;
            clientExtensionResults?: {
                [key: string]: unknown;
            };
        };
        CeremonyTaken: {
            /** @constant */
            ok: true;
        };
        TemplateComponent: {
            /** @description HEADER, BODY, FOOTER, BUTTONS, CAROUSEL, LIMITED_TIME_OFFER or CALL_PERMISSION_REQUEST */
            type: string;
        } & {
            [key: string]: unknown;
        };
        Template: {
            id: string;
            name: string;
            language: string;
            /** @description AUTHENTICATION, MARKETING, UTILITY */
            category: string;
            /** @description APPROVED, PENDING, REJECTED, PAUSED, … */
            status: string;
            components: components["schemas"]["TemplateComponent"][];
            /** @enum {string} */
            parameter_format: "POSITIONAL" | "NAMED";
            /** @description For how long delivery is tried; null: as the platform does by itself */
            message_send_ttl_seconds: number | null;
            /** @description GREEN, YELLOW or RED; null: not known */
            quality_score: string | null;
            /** @description Of one that is REJECTED; null: none was given */
            rejected_reason: string | null;
            /** @description Null: the platform does not tell */
            created_at: string | null;
            /** @description Null: the platform does not tell */
            updated_at: string | null;
        };
        TemplateRequest: {
            /** @description Unique per language */
            name: string;
            /** @description Such as en or pt_BR */
            language: string;
            /** @enum {string} */
            category: "AUTHENTICATION" | "MARKETING" | "UTILITY";
            /**
             * @description Whether variables are {{1}}, or named, such as {{first_name}}
             * @enum {string}
             */
            parameter_format?: "POSITIONAL" | "NAMED";
            /** @description At most one each of HEADER (text up to 60 characters, or a file by its handle), BODY (required, up to 1024), FOOTER (up to 60), BUTTONS (up to 10, texts up to 25), CAROUSEL (2-10 cards) and LIMITED_TIME_OFFER (up to 16 characters). Texts with variables need an `example`; a variable stands neither at the beginning nor at the end of a body */
            components: components["schemas"]["TemplateComponent"][];
            /** @description Seconds for which delivery is tried: 30-900 of AUTHENTICATION, 30-43200 of UTILITY, 43200-2592000 of MARKETING; -1, not of MARKETING: as long as it can be */
            message_send_ttl_seconds?: number;
        };
        TemplateChange: {
            /** @description As `/template/find` has it */
            templateId: string;
            /** @enum {string} */
            category?: "AUTHENTICATION" | "MARKETING" | "UTILITY";
            /** @description All of them, as in `/template/create`; absent: they stay */
            components?: components["schemas"]["TemplateComponent"][];
            /** @description As in `/template/create` */
            message_send_ttl_seconds?: number;
        };
        TemplateToDelete: {
            /** @description Of the template, in all languages */
            name: string;
            /** @description The id of one of them: the others stay */
            hsmId?: string;
        };
        /** @description A phone number with its country code, or a JID; digits may be a JSON number. The official API also takes the id that a person has for the business, such as BR.13491208655302741918 */
        Recipient: string;
        /** @description The message that this one answers */
        QuotedMessage: {
            key: {
                id: string;
            };
        };
        MessageSent: {
            key: {
                remoteJid: string;
                /** @constant */
                fromMe: true;
                id: string;
            };
            /** @description The account's own name */
            pushName: string;
            /**
             * @description PENDING: it is on its way; QUEUED: it waits to be sent, and `GET /message/scheduled/{instanceName}/{id}` says for what. What becomes of it: `GET /message/status/{instanceName}/{messageId}`
             * @enum {string}
             */
            status: "PENDING" | "QUEUED";
            /** @description What was sent, in WhatsApp's own spelling; empty where a file or a forwarded message is queued */
            message: {
                [key: string]: unknown;
            };
            /** @description The field of `message` that holds it */
            messageType: string;
            /** @description Seconds since 1970 */
            messageTimestamp: number;
            /** Format: uuid */
            instanceId: string;
            /**
             * @description The kind of device that sent it
             * @constant
             */
            source: "web";
        };
        TextMessage: {
            number: components["schemas"]["Recipient"];
            text: string;
            /**
             * @description Shows title, description and picture of the page that the first link leads to. The text waits up to 3 seconds for them, and goes without when they do not come
             * @default false
             */
            linkPreview?: boolean;
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text names as @number */
            mentioned?: string[];
            /** @description Names everybody in the group */
            mentionsEveryOne?: boolean;
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
        };
        LocationMessage: {
            number: components["schemas"]["Recipient"];
            /** @description Degrees */
            latitude: number;
            /** @description Degrees */
            longitude: number;
            /** @description What the place is called */
            name?: string;
            /** @description Shown below the name */
            address?: string;
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text names as @number */
            mentioned?: string[];
            /** @description Names everybody in the group */
            mentionsEveryOne?: boolean;
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
        };
        ContactMessage: {
            number: components["schemas"]["Recipient"];
            contact: {
                fullName: string;
                /** @description With its country code */
                phoneNumber: string;
                organization?: string;
                email?: string;
                url?: string;
            }[];
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text names as @number */
            mentioned?: string[];
            /** @description Names everybody in the group */
            mentionsEveryOne?: boolean;
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
        };
        PollMessage: {
            number: components["schemas"]["Recipient"];
            /** @description What is asked */
            name: string;
            values: string[];
            /**
             * @description How many one person may choose; 0: as many as they like
             * @default 1
             */
            selectableCount?: number;
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text names as @number */
            mentioned?: string[];
            /** @description Names everybody in the group */
            mentionsEveryOne?: boolean;
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
        };
        /** @description A message that was sent or received through the instance */
        MessageKey: {
            id: string;
            /** @description Its chat */
            remoteJid?: string;
            fromMe?: boolean;
        };
        PollVoteMessage: {
            key: components["schemas"]["MessageKey"];
            /** @description As the poll has them; none takes the vote back */
            options: string[];
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
        };
        ReactionMessage: {
            key: components["schemas"]["MessageKey"];
            /** @description One emoji; an empty text takes the reaction back */
            reaction: string;
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
        };
        ForwardMessage: {
            number: components["schemas"]["Recipient"];
            key: components["schemas"]["MessageKey"];
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
        };
        MessageEdit: {
            key: components["schemas"]["MessageKey"];
            text: string;
        };
        MessageRemoval: {
            id: string;
            /** @description Its chat */
            remoteJid?: string;
            fromMe?: boolean;
        };
        ListMessage: {
            number: components["schemas"]["Recipient"];
            /** @description Heads it */
            title?: unknown;
            /** @description Follows the title */
            description?: unknown;
            /**
             * @description Where choices are not shown, a poll of them is sent; without it nothing is
             * @constant
             */
            fallback?: "poll";
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text names as @number */
            mentioned?: string[];
            /** @description Names everybody in the group */
            mentionsEveryOne?: boolean;
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
            /** @description Ends it, or the name of the poll */
            footerText?: unknown;
            /** @description Opens the list; of instances of the official API, where it is required */
            buttonText?: unknown;
            /** @description `[{title, rows: [{title, description, rowId}]}]`, 1-10 rows in all; of a poll 2-12, each an option */
            sections?: unknown;
        };
        /** @description Texts per dotted field path */
        FieldTexts: {
            [key: string]: string[];
        };
        ValidationErrorFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "VALIDATION_ERROR";
                message: string;
                details?: components["schemas"]["FieldTexts"];
            };
            meta: components["schemas"]["FailureMeta"];
        };
        ButtonsMessage: {
            number: components["schemas"]["Recipient"];
            /** @description Heads it */
            title?: unknown;
            /** @description Follows the title */
            description?: unknown;
            /**
             * @description Where choices are not shown, a poll of them is sent; without it nothing is
             * @constant
             */
            fallback?: "poll";
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text names as @number */
            mentioned?: string[];
            /** @description Names everybody in the group */
            mentionsEveryOne?: boolean;
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
            /** @description Ends it, or the name of the poll */
            footer?: unknown;
            /** @description 1-3 of `{type: "reply", displayText, id}`, or one `{type: "url", displayText, url}`; of a poll 2-12 reply buttons, each an option */
            buttons?: unknown;
        };
        MediaMessage: {
            number: components["schemas"]["Recipient"];
            /** @enum {string} */
            mediatype: "image" | "video" | "audio" | "document";
            /** @description A file of at most 16 MiB: base64, a data: URL in base64, or an http(s) URL */
            media: string;
            /** @description Absent: what the data: URL, the server of the URL or the name of the file says, else the usual one of the kind */
            mimetype?: string;
            caption?: string;
            /** @description Absent, of a document: the last part of the URL, else `file` and an ending */
            fileName?: string;
            /**
             * @description Phones show it once; no document
             * @default false
             */
            viewOnce?: boolean;
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text names as @number */
            mentioned?: string[];
            /** @description Names everybody in the group */
            mentionsEveryOne?: boolean;
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
        };
        MediaMessageForm: {
            number: components["schemas"]["Recipient"];
            /** @enum {string} */
            mediatype: "image" | "video" | "audio" | "document";
            /** @description Absent: what the data: URL, the server of the URL or the name of the file says, else the usual one of the kind */
            mimetype?: string;
            caption?: string;
            /** @description Absent, of a document: the last part of the URL, else `file` and an ending */
            fileName?: string;
            /**
             * @description Phones show it once; no document
             * @default false
             */
            viewOnce?: boolean;
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text names as @number */
            mentioned?: string[];
            /** @description Names everybody in the group */
            mentionsEveryOne?: boolean;
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
            file: string;
        };
        VoiceNote: {
            number: components["schemas"]["Recipient"];
            /** @description MP3, WAV, or Opus in Ogg or WebM, of at most 16 MiB and 10 minutes: base64, a data: URL in base64, or an http(s) URL */
            audio: string;
            /**
             * @description Phones show it once; no document
             * @default false
             */
            viewOnce?: boolean;
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text names as @number */
            mentioned?: string[];
            /** @description Names everybody in the group */
            mentionsEveryOne?: boolean;
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
        };
        VoiceNoteForm: {
            number: components["schemas"]["Recipient"];
            /**
             * @description Phones show it once; no document
             * @default false
             */
            viewOnce?: boolean;
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text names as @number */
            mentioned?: string[];
            /** @description Names everybody in the group */
            mentionsEveryOne?: boolean;
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
            file: string;
        };
        RoundVideo: {
            number: components["schemas"]["Recipient"];
            /** @description MP4 of at most 16 MiB: base64, a data: URL in base64, or an http(s) URL */
            video: string;
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text names as @number */
            mentioned?: string[];
            /** @description Names everybody in the group */
            mentionsEveryOne?: boolean;
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
        };
        RoundVideoForm: {
            number: components["schemas"]["Recipient"];
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text names as @number */
            mentioned?: string[];
            /** @description Names everybody in the group */
            mentionsEveryOne?: boolean;
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
            file: string;
        };
        StickerMessage: {
            number: components["schemas"]["Recipient"];
            /** @description A picture of at most 5 MiB, or WebP of at most 512 KiB: base64, a data: URL in base64, or an http(s) URL */
            sticker: string;
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text names as @number */
            mentioned?: string[];
            /** @description Names everybody in the group */
            mentionsEveryOne?: boolean;
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
        };
        StickerMessageForm: {
            number: components["schemas"]["Recipient"];
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text names as @number */
            mentioned?: string[];
            /** @description Names everybody in the group */
            mentionsEveryOne?: boolean;
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
            file: string;
        };
        StatusPost: {
            /** @enum {string} */
            type: "text" | "image" | "video" | "audio";
            /** @description The text, of at most 700 characters; or the file, of at most 16 MiB: base64, a data: URL in base64, or an http(s) URL. Audio is what voice notes can be made of */
            content: string;
            caption?: string;
            /**
             * @description Of a text
             * @default #075E54
             */
            backgroundColor?: string;
            /**
             * @description Of a text
             * @default 0
             */
            font?: number;
            /**
             * @description The contacts of the account are not known here
             * @constant
             */
            allContacts?: false;
            /** @description Who can see it: phone numbers or JIDs of people */
            statusJidList: string[];
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
        };
        StatusPostForm: {
            /** @enum {string} */
            type: "text" | "image" | "video" | "audio";
            caption?: string;
            /**
             * @description Of a text
             * @default #075E54
             */
            backgroundColor?: string;
            /**
             * @description Of a text
             * @default 0
             */
            font?: number;
            /**
             * @description The contacts of the account are not known here
             * @constant
             */
            allContacts?: false;
            /** @description Who can see it: phone numbers or JIDs of people */
            statusJidList: string[];
            /**
             * Format: date-time
             * @description Sends it then, at most 30 days ahead; answered as QUEUED
             */
            scheduleAt?: string;
            /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
            delay?: number;
            /**
             * @description false: a message that cannot be sent at once is refused with 429
             * @default true
             */
            queue?: boolean;
            file: string;
        };
        MessageFate: {
            id: string;
            /** @description A JID */
            chat: string;
            /**
             * @description `Queued`: it waits to be sent; `Pending`: not confirmed yet; `Unknown`: never confirmed, it may have been delivered or not
             * @enum {string}
             */
            status: "Queued" | "Pending" | "Unknown" | "ServerAck" | "Delivered" | "Read" | "Played" | "Error";
            /** @description The platform's number for a refusal */
            code: number | null;
            /** @description Of Error and Unknown: what happened and what to do about it */
            reason: string | null;
            /** @description The first change first */
            history: {
                /**
                 * @description What it became
                 * @enum {string}
                 */
                status: "Queued" | "Pending" | "Unknown" | "ServerAck" | "Delivered" | "Read" | "Played" | "Error";
                /** Format: date-time */
                at: string;
            }[];
        };
        QueuedMessages: {
            messages: {
                /** @description The id that the message will have */
                id: string;
                /** @description Its chat */
                remoteJid: string;
                /** @description `text`, `image`, `reaction` … */
                kind: string;
                /** @constant */
                status: "QUEUED";
                /** @description What it waits for, as a sentence */
                reason: string;
                /** @description Null: it is sent as soon as it is its turn */
                scheduleAt: string | null;
                /** @description Ms for which the account is shown writing before */
                delay: number;
                /** Format: date-time */
                createdAt: string;
            }[];
            /** @description The value for `after` of the next page */
            next: number;
        };
        QueuedMessage: {
            /** @description The id that the message will have */
            id: string;
            /** @description Its chat */
            remoteJid: string;
            /** @description `text`, `image`, `reaction` … */
            kind: string;
            /** @constant */
            status: "QUEUED";
            /** @description What it waits for, as a sentence */
            reason: string;
            /** @description Null: it is sent as soon as it is its turn */
            scheduleAt: string | null;
            /** @description Ms for which the account is shown writing before */
            delay: number;
            /** Format: date-time */
            createdAt: string;
            /** @description As the answer of sending showed it */
            message: {
                [key: string]: unknown;
            };
        };
        Explanation: {
            id: string;
            /** @description What became of it, and why */
            sentence: string;
            /** @description What is known of its way, in the order of time */
            steps: {
                /** Format: date-time */
                at: string;
                what: string;
            }[];
        };
        ChatMessageKey: {
            id: string;
            /** @description The chat; absent: the one of the message */
            remoteJid?: string;
            fromMe?: boolean;
        };
        NumberFound: {
            /** @description Of nobody: what it would be */
            jid: string;
            exists: boolean;
            /** @description As it was given */
            number: string;
            /** @description The address that hides the number */
            lid?: string;
        };
        ProfileUpdated: {
            /**
             * @description The platform has taken it
             * @constant
             */
            update: "success";
        };
        /** @description In the platform's own words; null: it does not say */
        PrivacySettings: {
            /** @description Whether senders get read receipts */
            readreceipts: string | null;
            /** @description Who sees the picture */
            profile: string | null;
            /** @description Who sees what the account says about itself */
            status: string | null;
            /** @description Who sees when it was last online */
            last: string | null;
            /** @description Who sees that it is online */
            online: string | null;
            /** @description Who may add it to groups */
            groupadd: string | null;
        };
        /** @description As `data` of its Message event would be */
        HistoryMessage: {
            Info: {
                [key: string]: unknown;
            };
            Message: {
                [key: string]: unknown;
            };
        };
        NewProfilePicture: {
            /** @description A picture of at most 5 MiB: base64, a data: URL in base64, or an http(s) URL */
            picture: string;
        };
        WhichPoll: {
            /** @description The message that is the poll */
            message: {
                key: {
                    id: string;
                };
            };
            /** @description The chat it is in */
            remoteJid?: string;
        };
        PollVotes: {
            id: string;
            /** @description A JID */
            chat: string;
            /** @description What the poll asks */
            name: string;
            /** @description Every option in the order of the poll */
            votes: {
                /** @description An option of the poll */
                name: string;
                /** @description JIDs */
                voters: string[];
            }[];
        };
        FindMessages: {
            /** @description Empty: every message */
            where?: {
                /** @description `id` of a record */
                id?: string;
                /** @description Which message, or the messages of which chat */
                key?: {
                    id?: string;
                    /** @description The chat */
                    remoteJid?: string;
                    /** @description The chat by its other address */
                    remoteJidAlt?: string;
                    fromMe?: boolean;
                    /** @description Who wrote it, in a group */
                    participant?: string;
                };
                /** @enum {string} */
                source?: "web" | "unknown";
                /** @description `imageMessage` … */
                messageType?: string;
                pushName?: string;
                /** @description The chat, as under `key` */
                remoteJid?: string;
                /** @description From and to, both included */
                messageTimestamp?: {
                    /** Format: date-time */
                    gte?: string;
                    /** Format: date-time */
                    lte?: string;
                };
            };
            /** @description From 1; default 1 */
            page?: number;
            /** @description How many a page has: 1-500, default 50 */
            offset?: number;
            /** @description `next` of the page before; `page` is then left aside */
            after?: string;
        };
        MessageRecord: {
            /** @description Of the record */
            id: string;
            key: {
                /** @description Of the message */
                id: string;
                fromMe: boolean;
                remoteJid: string;
                /** @description The hidden address of the chat, where it is known */
                remoteJidAlt?: string;
                /** @description Who wrote it, in a group */
                participant?: string;
                /** @description Their hidden address */
                participantAlt?: string;
            };
            /** @description Of who wrote it; empty: not known */
            pushName: string;
            /** @description The field of `message` that holds it */
            messageType: string;
            /** @description In WhatsApp's own spelling, without its file */
            message: {
                [key: string]: unknown;
            };
            /** @description Seconds since 1970 */
            messageTimestamp: number;
            /** Format: uuid */
            instanceId: string;
            /** @enum {string} */
            source: "web" | "unknown";
            contextInfo: {
                [key: string]: unknown;
            } | null;
            /** @description What became of a message that was sent through the instance, the first first */
            MessageUpdate: {
                status: string;
            }[];
        };
        MessagePage: {
            messages: {
                /** @description Exact for all messages and for those of one chat; other conditions are counted among the newest 10 000 */
                total: number;
                pages: number;
                currentPage: number;
                /** @description The value for `after` of the next page; null: this is the last one */
                next: string | null;
                records: components["schemas"]["MessageRecord"][];
            };
        };
        FindStatus: {
            /** @description Empty: every message that was sent through the instance */
            where?: {
                /** @description `key.id` of the message */
                id?: string;
                /** @description The same */
                keyId?: string;
                /** @description The chat */
                remoteJid?: string;
            };
            /** @description From 1; default 1 */
            page?: number;
            /** @description How many messages a page has: 1-500, default 50 */
            offset?: number;
        };
        StatusRecord: {
            id: string;
            /** @description Of the message */
            keyId: string;
            remoteJid: string;
            fromMe: boolean;
            participant: string | null;
            /** @description `/chat/getPollVote` has them */
            pollUpdates: null;
            status: string;
            /** @description `id` of the record that `/chat/findMessages` gives */
            messageId: string;
            /** Format: uuid */
            instanceId: string;
        };
        FindChats: {
            /** @description Empty: every chat. `messageTimestamp`: when its newest message was sent */
            where?: {
                /** @description The chat */
                remoteJid?: string;
                /** @description From and to, both included */
                messageTimestamp?: {
                    /** Format: date-time */
                    gte?: string;
                    /** Format: date-time */
                    lte?: string;
                };
            };
            /** @description How many: 1-500, default 500 */
            take?: number;
            /** @description How many to pass over; default 0 */
            skip?: number;
            /** @description From 1; default 1 */
            page?: number;
            /** @description The size of a page, in place of `take` */
            offset?: number;
            /** @description `id` of the last record of the page before */
            after?: string;
        };
        ChatRecord: {
            /** @description Of the record; `after` of the next page */
            id: string;
            remoteJid: string;
            /** @description The hidden address of the person, where it is known */
            remoteJidAlt?: string;
            /** @description Of the person, group or channel; null: not known */
            pushName: string | null;
            /** @description As `/chat/fetchProfilePictureUrl` found it last, of those that are stored; null: it has not since it changed, or there is none */
            profilePicUrl: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description When the person wrote last. Of chats of the official API whose person has written; null for others */
            windowStart: string | null;
            /** @description Until when anything may be sent; after that templates alone. Of chats of the official API whose person has written; null for others */
            windowExpires: string | null;
            /** @description Whether that is still to come. Of chats of the official API whose person has written; null for others */
            windowActive: boolean | null;
            lastMessage: components["schemas"]["MessageRecord"] | null;
            /** @description At least 1 while the chat is marked as unread */
            unreadCount: number;
            /** @description This and the next three: on the devices of the account */
            archived: boolean;
            pinned: boolean;
            muted: boolean;
            /** @description null: for ever, or not muted */
            mutedUntil: string | null;
            /** @description Not known: address books are not read */
            isSaved: null;
        };
        FindContacts: {
            /** @description Empty: every contact */
            where?: {
                /** @description `id` of a record, or a JID */
                id?: string;
                /** @description Whose */
                remoteJid?: string;
                /** @description The whole name */
                pushName?: string;
            };
            /** @description From 1; default 1 */
            page?: number;
            /** @description How many a page has: 1-500, default 500 */
            offset?: number;
            /** @description `id` of the last record of the page before */
            after?: string;
        };
        ContactRecord: {
            /** @description Of the record; `after` of the next page */
            id: string;
            /** @description Of a person by phone number where it is known */
            remoteJid: string;
            /** @description The digits of the phone number; null: not known, or no person */
            number: string | null;
            /** @description The address that hides the number; null: not known */
            lid: string | null;
            /** @description As the person, group or channel is called; null: not known */
            pushName: string | null;
            /** @description As `/chat/fetchProfilePictureUrl` found it last, of those that are stored; null: it has not since it changed, or there is none */
            profilePicUrl: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            instanceId: string;
            isGroup: boolean;
            /** @description Not known: address books are not read */
            isSaved: null;
            /**
             * @description `group_member`: a person with whom no chat is stored
             * @enum {string}
             */
            type: "group" | "contact" | "group_member";
        };
        OneChat: {
            id: string;
            remoteJid: string;
            name: string | null;
            /** @description Ids of labels */
            labels: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uuid */
            instanceId: string;
            unreadMessages: number;
        };
        FoundRecords: {
            messages: {
                /** @description The value for `after` of the next page; null: this is the last one */
                next: string | null;
                records: components["schemas"]["MessageRecord"][];
            };
        };
        ResolvedPerson: {
            /** @description Under which chats and contacts are found */
            jid: string;
            /** @description Its digits; null: not known, or no person */
            number: string | null;
            /** @description The address that hides the number; null: not known, or no person */
            lid: string | null;
            /** @description null: not known */
            name: string | null;
        };
        MessageOfFile: {
            message: {
                key: {
                    id: string;
                };
            };
        };
        FileOfMessage: {
            /** @description The field of the message that holds it */
            mediaType: string;
            fileName: string | null;
            caption: string | null;
            size: {
                /** @description Bytes */
                fileLength: number;
                height: number | null;
                width: number | null;
            };
            mimetype: string;
            base64: string;
        };
        GroupParticipant: {
            /** @description A JID, by phone number where that is known */
            id: string;
            /** @description The same, or null where it is not known */
            phoneNumber: string | null;
            /** @description The address that hides the phone number */
            lid: string | null;
            admin: ("admin" | "superadmin") | null;
        };
        GroupInfo: {
            id: string;
            subject: string;
            /** @description Who set it */
            subjectOwner: string | null;
            /** @description Seconds since 1970 */
            subjectTime: number | null;
            /** @description How many members it has */
            size: number;
            /** @description Seconds since 1970 */
            creation: number | null;
            /** @description Who created it */
            owner: string | null;
            /** @description Its description */
            desc: string | null;
            /** @description Changes with the description */
            descId: string | null;
            /** @description Only admins change subject, description and picture */
            restrict: boolean;
            /** @description Only admins write */
            announce: boolean;
            /** @enum {string} */
            memberAddMode: "admin_add" | "all_member_add";
            /** @description Admins decide about who joins by a link */
            joinApprovalMode: boolean;
            /** @description Seconds after which messages vanish; 0: they stay */
            ephemeralDuration: number;
            isCommunity: boolean;
            isCommunityAnnounce: boolean;
            /** @description The community that it belongs to */
            linkedParent: string | null;
            participants?: components["schemas"]["GroupParticipant"][];
        };
        GroupParticipants: {
            participants: components["schemas"]["GroupParticipant"][];
        };
        NewGroup: {
            subject: string;
            description?: string;
            /** @description Phone numbers with their country code, or JIDs */
            participants: string[];
            /** @description Whether they become admins; absent: no */
            promoteParticipants?: boolean;
        };
        GroupMemberResult: {
            /** @description `200`: done; else the number of the refusal */
            status: string;
            jid: string;
            /** @description Why not, and what to do about it; null: done */
            reason: string | null;
            /** @description With this somebody can be invited who cannot be added */
            invite: {
                code: string;
                /** @description Seconds since 1970 */
                expiration: number;
            } | null;
        };
        GroupUpdated: {
            /** @constant */
            update: "success";
        };
        NewGroupPicture: {
            /** @description The group: a JID, or its digits */
            groupJid: string;
            /** @description A picture of at most 5 MiB: base64, a data: URL in base64, or an http(s) URL */
            image: string;
        };
        JoinRequests: {
            requests: {
                jid: string;
                /** @description Seconds since 1970 */
                requestedAt: number | null;
                /** @description Such as `invite_link` */
                method: string;
            }[];
        };
        NewInvitations: {
            /** @description The group: a JID, or its digits */
            groupJid: string;
            /** @description What stands above the link */
            description?: string;
            /** @description Phone numbers with their country code, or JIDs */
            numbers: string[];
        };
        InvitationResult: {
            /** @description A JID */
            number: string;
            /**
             * @description As of every message that is sent; FAILED: nothing was sent
             * @enum {string}
             */
            status: "PENDING" | "QUEUED" | "FAILED";
            /** @description Of the message; null: there is none */
            id: string | null;
            /** @description Why nothing was sent */
            reason: string | null;
        };
        InvitationsSent: {
            /** @description Whether it goes to anybody */
            send: boolean;
            inviteUrl: string;
            results: components["schemas"]["InvitationResult"][];
        };
        NewsletterInfo: {
            /** @description The JID */
            id: string;
            state: {
                /** @description ACTIVE, or why it is not */
                type: string;
            };
            thread_metadata: {
                /** @description Seconds since 1970 */
                creation_time: string;
                /** @description The end of its link */
                invite: string;
                name: {
                    text: string;
                    id: string;
                };
                description: {
                    text: string;
                };
                subscribers_count: number;
                /** @description VERIFIED or UNVERIFIED */
                verification: string;
                picture: {
                    url: string;
                } | null;
            };
            viewer_metadata: {
                /** @description ON or OFF */
                mute: string;
                /** @description SUBSCRIBER, ADMIN or OWNER; GUEST: the account does not follow it */
                role: string;
            };
        };
        WhichNewsletter: {
            /** @description A channel */
            jid: string;
        };
        NewsletterInvitation: {
            /** @description The link of a channel, or its end */
            key: string;
        };
        EvolutionGoInstance: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description The paired account, empty when there is none */
            jid: string;
            connected: boolean;
            /** @description Why it is in its phase, as far as that is known */
            disconnect_reason: string;
            /** Format: date-time */
            createdAt: string;
        };
        EvolutionGoFailure: {
            error: string;
        };
        EvolutionGoInstanceAnswer: {
            /** @constant */
            message: "success";
            data: components["schemas"]["EvolutionGoInstance"];
        };
        EvolutionGoAnswer: {
            /** @constant */
            message: "success";
        };
        EvolutionGoSent: {
            Info: {
                /** @description A JID */
                Chat: string;
                /** @description The account itself */
                Sender: string;
                /** @constant */
                IsFromMe: true;
                IsGroup: boolean;
                ID: string;
                /** @constant */
                ServerID: 0;
                /** @description Such as `ImageMessage`; empty: the file is still queued */
                Type: string;
                PushName: string;
                /** Format: date-time */
                Timestamp: string;
            };
            /** @description What was sent */
            Message: {
                [key: string]: unknown;
            };
            /** @description What it answers and whom it names, or null */
            MessageContextInfo: unknown;
            /** @description PENDING: it is on its way; QUEUED: it waits to be sent */
            Status: string;
            /** @description Fields that make no difference here */
            Ignored?: string[];
        };
        EvolutionGoSentAnswer: {
            /** @constant */
            message: "success";
            data: components["schemas"]["EvolutionGoSent"];
        };
        EvolutionGoDone: {
            /** Format: date-time */
            timestamp: string;
        };
        EvolutionGoDoneAnswer: {
            /** @constant */
            message: "success";
            data: components["schemas"]["EvolutionGoDone"];
        };
        EvolutionGoMessage: {
            messageId: string;
            timestamp: string;
        };
        EvolutionGoMessageAnswer: {
            /** @constant */
            message: "success";
            data: components["schemas"]["EvolutionGoMessage"];
        };
        EvolutionGoContact: {
            Jid: string;
            /** @constant */
            Found: true;
            /**
             * @description Address books are not read
             * @constant
             */
            FirstName: "";
            /**
             * @description Address books are not read
             * @constant
             */
            FullName: "";
            /** @description As the person is called; empty: not known */
            PushName: string;
            /** @constant */
            BusinessName: "";
        };
        /** @description In the platform's own words */
        EvolutionGoPrivacy: {
            ReadReceipts: string;
            Profile: string;
            Status: string;
            LastSeen: string;
            Online: string;
            GroupAdd: string;
        };
        EvolutionGoPrivacyAnswer: {
            /** @constant */
            message: "success";
            data: components["schemas"]["EvolutionGoPrivacy"];
        };
        /** @description What WhatsApp does not show the account is empty */
        EvolutionGoGroup: {
            JID: string;
            OwnerJID: string;
            Name: string;
            NameSetAt: string;
            NameSetBy: string;
            /** @description Its description */
            Topic: string;
            TopicID: string;
            IsLocked: boolean;
            IsAnnounce: boolean;
            IsEphemeral: boolean;
            DisappearingTimer: number;
            IsParent: boolean;
            LinkedParentJID: string;
            IsJoinApprovalRequired: boolean;
            GroupCreated: string;
            ParticipantCount: number;
            Participants: {
                JID: string;
                PhoneNumber: string;
                LID: string;
                IsAdmin: boolean;
                IsSuperAdmin: boolean;
            }[];
        };
        EvolutionGoGroupAnswer: {
            /** @constant */
            message: "success";
            data: components["schemas"]["EvolutionGoGroup"];
        };
        /** @description The body as every channel carries it */
        EventBody: {
            /** Format: uuid */
            id: string;
            event: string;
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /** @description Receipt only: Read, ReadSelf or Delivered */
            state?: string;
            data: {
                [key: string]: unknown;
            };
        };
        EventPage: {
            /** @description In sequence order */
            events: components["schemas"]["EventBody"][];
            /** @description The value for `after` of the next call */
            next: number;
        };
        FoundEvents: {
            /** @description Newest first; files are left out */
            events: components["schemas"]["EventBody"][];
            /** @description The value for `before` of the next call; null: nothing is older */
            next: number | null;
        };
        FoundDelivery: {
            /** Format: uuid */
            instanceId: string;
            /** @description null: the instance was deleted */
            instanceName: string | null;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            eventId: string;
            event: string;
            sequence: number;
            /** @description webhook, global-webhook, amqp, global-amqp, nats, global-nats */
            destination: string;
            /** @description Where it goes; credentials and query values are masked */
            target: string;
            /** @enum {string} */
            state: "waiting" | "sending" | "delivered" | "discarded";
            attemptCount: number;
            nextAttemptAt: string | null;
            lastStatus: number | null;
            lastError: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        FoundDeliveries: {
            /** @description Newest first */
            deliveries: components["schemas"]["FoundDelivery"][];
            /** @description The value for `before` of the next call; null: nothing is older */
            next: string | null;
        };
        InstanceDeliveryCount: {
            instanceName: string;
            count: number;
            /** @description There are more than were counted */
            isMore: boolean;
        };
        DeliveryCount: {
            count: number;
            /** @description There are more than were counted */
            isMore: boolean;
            /** @description Those that have any; counted are 10 000 of one instance, or 1 000 of each */
            instances: components["schemas"]["InstanceDeliveryCount"][];
        };
        Delivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            eventId: string;
            event: string;
            sequence: number;
            /** @description webhook, global-webhook, amqp, global-amqp, nats, global-nats */
            destination: string;
            /** @description Where it goes; credentials and query values are masked */
            target: string;
            /** @enum {string} */
            state: "waiting" | "sending" | "delivered" | "discarded";
            attemptCount: number;
            nextAttemptAt: string | null;
            lastStatus: number | null;
            lastError: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        DeliveryPage: {
            /** @description Oldest first */
            deliveries: components["schemas"]["Delivery"][];
            /** @description The value for `after` of the next call; null while there is nothing */
            next: string | null;
        };
        Attempt: {
            number: number;
            /** Format: date-time */
            startedAt: string;
            durationMs: number;
            status: number | null;
            error: string | null;
            /** @description The first 1 KiB of the answer */
            responseBody: string | null;
        };
        DeliveryWithAttempts: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            eventId: string;
            event: string;
            sequence: number;
            /** @description webhook, global-webhook, amqp, global-amqp, nats, global-nats */
            destination: string;
            /** @description Where it goes; credentials and query values are masked */
            target: string;
            /** @enum {string} */
            state: "waiting" | "sending" | "delivered" | "discarded";
            attemptCount: number;
            nextAttemptAt: string | null;
            lastStatus: number | null;
            lastError: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description In order; the latest 1000 */
            attempts: components["schemas"]["Attempt"][];
        };
        /** @description At least one field */
        RedeliveryRequest: {
            /** @description Delivery ids; not with other fields */
            ids?: string[];
            /** @enum {string} */
            state?: "delivered" | "discarded" | "waiting";
            /**
             * Format: date-time
             * @description Created at or after
             */
            from?: string;
            /**
             * Format: date-time
             * @description Created at or before
             */
            to?: string;
        };
        RedeliveryResult: {
            redelivering: number;
        };
        DeliveryRequest: {
            /** @description Where it goes, or a queue or subject; credentials and query values are masked */
            url: string | null;
            /** @description As it is sent, without the bytes of files; null: the event is not stored any more */
            body: string | null;
            /** @description Why nothing would be sent now */
            reason: string | null;
        };
        QRCodeData: {
            /** @description What the QR code holds */
            code: string;
            /** @description The QR code as a data:image/png;base64 URL */
            qrcode: string;
            /** @description Which QR code of this attempt it is */
            count: number;
            maxCount: number;
        };
        QRCodeEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "QRCode";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["QRCodeData"];
        };
        PairSuccessData: {
            ID: string;
            jid: string;
            BusinessName: string;
            Platform: string;
            pushName: string;
            /** @constant */
            status: "open";
        };
        PairSuccessEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "PairSuccess";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["PairSuccessData"];
        };
        ConnectedData: {
            /** @constant */
            status: "open";
            jid: string;
            pushName: string;
        };
        ConnectedEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "Connected";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["ConnectedData"];
        };
        OfflineSyncCompletedData: {
            Count: number;
        };
        OfflineSyncCompletedEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "OfflineSyncCompleted";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["OfflineSyncCompletedData"];
        };
        LoggedOutData: {
            Reason: string;
            /** @description In words */
            reason: string;
            OnConnect: boolean;
            code: number;
        };
        LoggedOutEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "LoggedOut";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["LoggedOutData"];
        };
        SenderIds: {
            /** @description Digits */
            number?: string;
            /** @description The id that the person has for this business alone */
            bsuid?: string;
            /** @description The same for the business that this one belongs to */
            parentBsuid?: string;
            /** @description A name that its owner may change at any time */
            username?: string;
        };
        MessageInfo: {
            /** @description JID of the chat */
            Chat: string;
            /** @description JID of who wrote it */
            Sender: string;
            /** @description The other address of who wrote it; empty when it is not known */
            SenderAlt: string;
            /** @description The account wrote it, on whatever device */
            IsFromMe: boolean;
            IsGroup: boolean;
            ID: string;
            /** @description What kind of message it is, such as `text`, `media`, `reaction` */
            Type: string;
            /** @description The name that the sender has given themselves */
            PushName: string;
            /** Format: date-time */
            Timestamp: string;
            /** @description `image`, `video`, `audio`, `document`; empty without a file */
            MediaType: string;
            VerifiedName: unknown;
            SenderIds?: components["schemas"]["SenderIds"];
        };
        MessageData: {
            Info: components["schemas"]["MessageInfo"];
            /** @description The content in WhatsApp's own spelling: one field for its kind */
            Message: {
                /** @description The words of a text */
                conversation?: string;
                /** @description The file, where it is asked for */
                base64?: string;
                /** @description Where the file is, with a bucket */
                mediaUrl?: string;
                mimetype?: string;
                /** @description Why there is no file */
                mediaError?: string;
            };
            IsEphemeral: boolean;
            IsViewOnce: boolean;
            IsViewOnceV2: boolean;
            IsViewOnceV2Extension: boolean;
            IsDocumentWithCaption: boolean;
            IsLottieSticker: boolean;
            /** @description It takes the place of an earlier one */
            IsEdit: boolean;
        };
        MessageEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "Message";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["MessageData"];
        };
        ReceiptData: {
            Chat: string;
            Sender: string;
            IsFromMe: boolean;
            IsGroup: boolean;
            /** @description Of the messages it is about */
            MessageIDs: string[];
            /** Format: date-time */
            Timestamp: string;
            /** @enum {string} */
            Type: "read" | "read-self" | "";
        };
        ReceiptEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "Receipt";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /** @enum {string} */
            state: "Read" | "ReadSelf" | "Delivered";
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["ReceiptData"];
        };
        CallOfferData: {
            From: string;
            /** Format: date-time */
            Timestamp: string;
            CallCreator: string;
            CallID: string;
            RemotePlatform: string;
            RemoteVersion: string;
        };
        CallOfferEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "CallOffer";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["CallOfferData"];
        };
        CallRelayLatencyData: {
            From: string;
            /** Format: date-time */
            Timestamp: string;
            CallCreator: string;
            CallID: string;
        };
        CallRelayLatencyEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "CallRelayLatency";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["CallRelayLatencyData"];
        };
        CallTerminateData: {
            From: string;
            /** Format: date-time */
            Timestamp: string;
            CallCreator: string;
            CallID: string;
            Reason: string;
        };
        CallTerminateEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "CallTerminate";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["CallTerminateData"];
        };
        GroupName: {
            Name: string;
            /** Format: date-time */
            NameSetAt: string;
            NameSetBy?: string;
        };
        JoinedGroupData: {
            Reason: string;
            Type: string;
            JID: string;
            GroupName: components["schemas"]["GroupName"];
            /** @description The same name again */
            Name: string;
            /** Format: date-time */
            GroupCreated: string;
            Participants: {
                JID: string;
                IsAdmin: boolean;
                IsSuperAdmin: boolean;
            }[];
        };
        JoinedGroupEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "JoinedGroup";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["JoinedGroupData"];
        };
        GroupInfoData: {
            JID: string;
            /** @description Who did it */
            Sender: string;
            /** Format: date-time */
            Timestamp: string;
            Name: components["schemas"]["GroupName"] | null;
            Topic: {
                Topic: string;
                TopicID: string;
                /** Format: date-time */
                TopicSetAt: string;
                TopicSetBy: string;
                TopicDeleted: boolean;
            } | null;
            Locked?: {
                IsLocked: boolean;
            };
            Announce?: {
                IsAnnounce: boolean;
            };
            Ephemeral?: {
                IsEphemeral: boolean;
                DisappearingTimer: number;
            };
            /** @description Who came */
            Join: string[];
            /** @description Who left */
            Leave: string[];
            /** @description Who became an admin */
            Promote: string[];
            /** @description Who is no admin any more */
            Demote: string[];
        };
        GroupInfoEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "GroupInfo";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["GroupInfoData"];
        };
        NewsletterJoinData: {
            id: string;
            state: {
                type: string;
            };
            thread_metadata: {
                creation_time: string;
                invite: string;
                name: {
                    text: string;
                    id: string;
                };
                description: {
                    text: string;
                };
                subscribers_count: number;
                verification: string;
                picture: {
                    url: string;
                } | null;
            };
            viewer_metadata: {
                mute: string;
                role: string;
            };
        };
        NewsletterJoinEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "NewsletterJoin";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["NewsletterJoinData"];
        };
        SendMessageEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "SendMessage";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["MessageData"];
        };
        MessageStatusData: {
            /** @description Of the message */
            ID: string;
            Chat: string;
            /** @enum {string} */
            Status: "ServerAck" | "Delivered" | "Read" | "Played" | "Error" | "Unknown";
            Code: number | null;
            Reason: string | null;
            /** Format: date-time */
            Timestamp: string;
        };
        MessageStatusEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "MessageStatus";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["MessageStatusData"];
        };
        UndecryptableData: {
            Info: components["schemas"]["MessageInfo"];
            /** @description The platform keeps the content back */
            IsUnavailable: boolean;
            /** @description `view_once`, `content`; empty when it came and does not open */
            UnavailableType: string;
            Reason: string;
            /** @description What is being done about it */
            Action: string;
        };
        UndecryptableEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "Undecryptable";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["UndecryptableData"];
        };
        PresenceData: {
            From: string;
            /** @description No longer online */
            Unavailable: boolean;
            LastSeen: string | null;
        };
        PresenceEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "Presence";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["PresenceData"];
        };
        ChatPresenceData: {
            Chat: string;
            Sender: string;
            SenderAlt: string;
            IsFromMe: boolean;
            IsGroup: boolean;
            /** @enum {string} */
            State: "composing" | "paused";
            /** @enum {string} */
            Media: "" | "audio";
            /** Format: date-time */
            Timestamp: string;
        };
        ChatPresenceEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "ChatPresence";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["ChatPresenceData"];
        };
        PasskeyRequestData: {
            /** @enum {string} */
            stage: "challenge" | "confirmation";
            openUrl: string;
            ceremonyUrl: string;
            /** @description To be compared with the one on the phone; empty while there is none */
            code: string;
            /** Format: date-time */
            expiresAt: string;
        };
        PasskeyRequestEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "PasskeyRequest";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["PasskeyRequestData"];
        };
        LabelData: {
            ID: string;
            Name: string;
            Color: number;
            PredefinedID: string | null;
            Deleted: boolean;
        };
        LabelEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "Label";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["LabelData"];
        };
        LabelAssociationData: {
            LabelID: string;
            Chat: string;
            /** @description Empty: the whole chat */
            MessageID: string;
            /** @description False: it was taken off */
            Labeled: boolean;
        };
        LabelAssociationEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "LabelAssociation";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["LabelAssociationData"];
        };
        /** @description What is known of a person; null where it is not */
        KnownContact: {
            jid: string;
            number: string | null;
            lid: string | null;
            name: string | null;
        };
        ContactMergedData: {
            /** @description The address that stays */
            Kept: string;
            /** @description The address under which nothing is stored any more */
            Merged: string;
            Contact: components["schemas"]["KnownContact"];
        };
        ContactMergedEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "ContactMerged";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["ContactMergedData"];
        };
        ChatUpdateData: {
            Chat: string;
            Archived: boolean | null;
            Pinned: boolean | null;
            Muted: {
                IsMuted: boolean;
                Until: string | null;
            } | null;
            Unread: boolean | null;
            Deleted: boolean;
        };
        ChatUpdateEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "ChatUpdate";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["ChatUpdateData"];
        };
        ContactUpdateData: {
            Contact: components["schemas"]["KnownContact"];
            Name: string | null;
            Picture: ("changed" | "removed") | null;
        };
        ContactUpdateEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "ContactUpdate";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["ContactUpdateData"];
        };
        TemplateUpdateData: {
            /** @description Empty: not known exactly */
            ID: string;
            Name: string;
            Language: string;
            Status: string | null;
            Category: string | null;
            Quality: string | null;
            Reason: string | null;
        };
        TemplateUpdateEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "TemplateUpdate";
            /** Format: uuid */
            instanceId: string;
            instanceName: string;
            /** @description Counts the events of the instance */
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            /**
             * @description Of test deliveries alone
             * @constant
             */
            test?: true;
            data: components["schemas"]["TemplateUpdateData"];
        };
        WebSocketTicket: {
            /** @description To be given as `?ticket=` of GET /ws */
            ticket: string;
            /** Format: date-time */
            expiresAt: string;
        };
        InstanceDone: {
            /** @constant */
            success: true;
            message: string;
        };
        AuditEntry: {
            /** @description From 1, without gaps */
            id: number;
            /** Format: date-time */
            at: string;
            /** @description Such as instance.create, webhook.set or auth.refused */
            action: string;
            /** @description global, instance:ID, anonymous or service */
            actor: string;
            /** @description Tells the actor's keys apart */
            keyId: string | null;
            /** @description The instance it was done to */
            instanceId: string | null;
            /** @description Its name at that time */
            instanceName: string | null;
            /** @description Where the request came from, see TRUST_PROXY */
            address: string | null;
            /** @description The x-request-id of the answer */
            requestId: string | null;
            /** @description Status of the answer; null: the service ended before the operation did */
            status: number | null;
            /** @description What was asked for, without secrets; of refused log-ins, how many and why */
            details: {
                [key: string]: unknown;
            } | null;
            /** @description SHA-256, lower-case hex */
            previousHash: string;
            /** @description SHA-256, lower-case hex */
            hash: string;
        };
        AuditPage: {
            /** @description Oldest first */
            entries: components["schemas"]["AuditEntry"][];
            /** @description The value for `after` of the next call */
            next: number;
            /** @description The newest entry of all; while there is none, 0 and zeros */
            head: {
                id: number;
                /** @description SHA-256, lower-case hex */
                hash: string;
            };
        };
        Alive: {
            /** @constant */
            status: "ok";
        };
        Readiness: {
            /** @enum {string} */
            status: "ok" | "unavailable";
            /** @enum {string} */
            database: "up" | "down";
            /** @description Why the database cannot be written to, and since when */
            error?: string;
            /** @description Brokers and object storage, as far as they are configured */
            channels: {
                [key: string]: {
                    /** @enum {string} */
                    state: "up" | "down";
                    /** Format: date-time */
                    since: string;
                    error: string | null;
                };
            };
            /** @description This node of those on one database server */
            node?: {
                id: string;
                name: string;
                /**
                 * @description lapsed: it cannot say that it lives and starts nothing; draining: it ends, and others take what it has
                 * @enum {string}
                 */
                lease: "held" | "lapsed" | "draining";
                /** @description Instances and accounts whose events it sends */
                streams: number;
            };
            /** @description What does not work as the service is set up, though it is ready */
            warnings?: string[];
        };
        ChannelHealth: {
            /** @enum {string} */
            channel: "webhook" | "amqp" | "nats" | "websocket" | "s3";
            /**
             * @description off: it is not configured
             * @enum {string}
             */
            state: "up" | "down" | "off";
            /** @description Since when it is up or down; null: it has no connection of its own */
            since: string | null;
            /** @description Why it is down; null: it is not */
            error: string | null;
            /** @description What to do about the last failure; null: there was none */
            cure: string | null;
            /** @description The last failure since the start, also when it is up again */
            lastFailure: {
                /** Format: date-time */
                at: string;
                error: string;
            } | null;
            /** @description Deliveries that wait for it; null: nothing waits for it */
            waiting: number | null;
            /** @description Deliveries that are being sent; null as above */
            sending: number | null;
            /** @description For how long the delivery that is due longest has waited; null: none waits */
            oldestDueSeconds: number | null;
            /** @description WebSockets that are open now; null: of other channels */
            readers: number | null;
        };
        Channels: {
            channels: components["schemas"]["ChannelHealth"][];
        };
        Node: {
            /** @description Made anew for each start of a process */
            id: string;
            /** @description NODE_NAME, or the name of its host */
            name: string;
            /** @description Where it says that other nodes reach it; null: nowhere */
            url: string | null;
            version: string;
            /** Format: date-time */
            startedAt: string;
            /** @description For how long it lives without another sign of life, as far as the node that answers knows; 0: that node has heard of none for so long that it may be dead, such as while the database cannot be reached; null: it needs none, alone on a file */
            leaseSeconds: number | null;
            /** @description It ends, and others take what it has */
            draining: boolean;
            /** @description Instances and accounts whose events it sends */
            streams: number;
            /** @description Names of the nodes whose last request to its address failed, within the last minute: what is asked of them for its instances is answered 503 */
            unreachableFrom: string[];
            /** @description Instances and accounts that it has taken since its start, from nodes that ended or handed them over, or as the first */
            takenOver: number;
            /** @description Writes of it that the database refused since its start, because another node had taken the instance or account: such as when it had stood still */
            fencedWrites: number;
            /** @description It is the one that answers */
            isThis: boolean;
        };
        Nodes: {
            nodes: components["schemas"]["Node"][];
        };
        PermissionCatalogue: {
            /** @description Identifiers `<resource>.<action>`, sorted, each once */
            permissions: string[];
            role_data: {
                /** Format: uuid */
                id: string;
                key: string;
                name: string;
            };
        };
        PermissionCatalogueAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["PermissionCatalogue"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        InvalidTokenFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "INVALID_TOKEN";
                message: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        InternalErrorFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "INTERNAL_ERROR";
                message: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        Account: {
            /** Format: uuid */
            id: string;
            name: string;
            locale: string;
            support_email: string | null;
            /** @enum {string} */
            status: "active" | "suspended";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        Pagination: {
            page: number;
            page_size: number;
            total: number;
            total_pages: number;
            has_next_page: boolean;
            has_previous_page: boolean;
        };
        PageMeta: {
            /**
             * Format: date-time
             * @description ISO 8601 UTC, milliseconds
             */
            timestamp: string;
            pagination: components["schemas"]["Pagination"];
        };
        AccountPage: {
            /** @constant */
            success: true;
            data: components["schemas"]["Account"][];
            meta: components["schemas"]["PageMeta"];
            message: string;
        };
        AccountAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["Account"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        PreconditionFailedFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "PRECONDITION_FAILED";
                message: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        Deleted: {
            /** Format: uuid */
            id: string;
        };
        DeletedAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["Deleted"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        User: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Empty when there is none */
            display_name: string;
            email: string;
            /** @description Key of the person's own role in the account */
            role: string;
            confirmed: boolean;
            /** @enum {string} */
            availability_status: "online" | "offline" | "busy";
            auto_offline: boolean;
            avatar_url: string | null;
            /** @description The display name, else the name */
            available_name: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        UserPage: {
            /** @constant */
            success: true;
            data: components["schemas"]["User"][];
            meta: components["schemas"]["PageMeta"];
            message: string;
        };
        UserAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["User"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        Invited: {
            /**
             * Format: uuid
             * @description Id of the invitation
             */
            id: string;
            email: string;
            /** @description Key of the role */
            role: string;
            /** @constant */
            status: "invited";
        };
        InvitedAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["Invited"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        ReceivedInvitation: {
            /** Format: uuid */
            id: string;
            account: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            role: {
                key: string;
                name: string;
            };
            /** @enum {string} */
            status: "invited" | "accepted" | "declined";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        ReceivedInvitationPage: {
            /** @constant */
            success: true;
            data: components["schemas"]["ReceivedInvitation"][];
            meta: components["schemas"]["PageMeta"];
            message: string;
        };
        ReceivedInvitationAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["ReceivedInvitation"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        SentInvitation: {
            /**
             * Format: uuid
             * @description Id of the invitation
             */
            id: string;
            email: string;
            /** @description Key of the role */
            role: string;
            /** @enum {string} */
            status: "invited" | "accepted" | "declined";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        SentInvitationPage: {
            /** @constant */
            success: true;
            data: components["schemas"]["SentInvitation"][];
            meta: components["schemas"]["PageMeta"];
            message: string;
        };
        Role: {
            /** Format: uuid */
            id: string;
            /** @description What users are given a role by */
            key: string;
            name: string;
            description: string;
            /** @enum {string} */
            type: "system" | "custom";
            permissions: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        RolePage: {
            /** @constant */
            success: true;
            data: components["schemas"]["Role"][];
            meta: components["schemas"]["PageMeta"];
            message: string;
        };
        RoleAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["Role"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        PermissionNames: ("access_tokens.create" | "access_tokens.delete" | "access_tokens.read" | "access_tokens.update" | "accounts.create" | "accounts.delete" | "accounts.read" | "accounts.update" | "audit_logs.read" | "inbox_members.create" | "inbox_members.delete" | "inbox_members.read" | "inbox_members.update" | "inboxes.create" | "inboxes.delete" | "inboxes.read" | "inboxes.update" | "mcp_servers.create" | "mcp_servers.delete" | "mcp_servers.read" | "mcp_servers.update" | "pipeline_stages.create" | "pipeline_stages.delete" | "pipeline_stages.read" | "pipeline_stages.update" | "pipelines.create" | "pipelines.delete" | "pipelines.read" | "pipelines.update" | "roles.create" | "roles.delete" | "roles.read" | "roles.update" | "users.create" | "users.delete" | "users.read" | "users.update" | "webhooks.create" | "webhooks.delete" | "webhooks.read" | "webhooks.update")[];
        AccessToken: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            user_id: string;
            /** @description The only account it opens; null: every account of its user */
            account_id: string | null;
            /** @description It permits what role and scopes have in common; null: all that the role permits */
            scopes: string[] | null;
            /** @description How its secret begins */
            token_prefix: string;
            /** @description From when it is refused; null: never */
            expires_at: string | null;
            /** @description To the minute; null: never used */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        AccessTokenPage: {
            /** @constant */
            success: true;
            data: components["schemas"]["AccessToken"][];
            meta: components["schemas"]["PageMeta"];
            message: string;
        };
        AccessTokenAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["AccessToken"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        AccessTokenWithSecret: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            user_id: string;
            /** @description The only account it opens; null: every account of its user */
            account_id: string | null;
            /** @description It permits what role and scopes have in common; null: all that the role permits */
            scopes: string[] | null;
            /** @description How its secret begins */
            token_prefix: string;
            /** @description From when it is refused; null: never */
            expires_at: string | null;
            /** @description To the minute; null: never used */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The secret; shown here only */
            token: string;
        };
        AccessTokenWithSecretAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["AccessTokenWithSecret"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        AuditLog: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description All zeros, like the token: somebody who declined an invitation to the account
             */
            actor_user_id: string;
            /** Format: uuid */
            token_id: string;
            /** @description create, update, delete, or a word of the resource’s own */
            action: string;
            resource: string;
            resource_id: string;
            /** @description The record as its answers showed it, secrets masked; null: it did not exist */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description The record as its answers showed it, secrets masked; null: it did not exist */
            after: {
                [key: string]: unknown;
            } | null;
            request_id: string;
            /** Format: date-time */
            created_at: string;
        };
        AuditLogPage: {
            /** @constant */
            success: true;
            data: components["schemas"]["AuditLog"][];
            meta: components["schemas"]["PageMeta"];
            message: string;
        };
        Pipeline: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string;
            /** @enum {string} */
            pipeline_type: "sales" | "support" | "onboarding" | "marketing" | "custom";
            /** @enum {string} */
            visibility: "private" | "team" | "public";
            /** Format: uuid */
            created_by_id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        PipelinePage: {
            /** @constant */
            success: true;
            data: components["schemas"]["Pipeline"][];
            meta: components["schemas"]["PageMeta"];
            message: string;
        };
        PipelineAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["Pipeline"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        PipelineStage: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            pipeline_id: string;
            name: string;
            /** @description In the form #RRGGBB */
            color: string;
            /** @description From 1, without gaps */
            position: number;
            /** @description 0 active, 1 completed, 2 cancelled */
            stage_type: number;
            automation_rules: {
                [key: string]: unknown;
            };
            custom_fields: {
                attributes: string[];
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        CreatedPipeline: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string;
            /** @enum {string} */
            pipeline_type: "sales" | "support" | "onboarding" | "marketing" | "custom";
            /** @enum {string} */
            visibility: "private" | "team" | "public";
            /** Format: uuid */
            created_by_id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            stages: components["schemas"]["PipelineStage"][];
        };
        CreatedPipelineAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["CreatedPipeline"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        PipelineStageList: {
            /** @constant */
            success: true;
            data: components["schemas"]["PipelineStage"][];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        PipelineStageAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["PipelineStage"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        Inbox: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            channel_type: "api" | "whatsapp";
            instance_name: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        InboxPage: {
            /** @constant */
            success: true;
            data: components["schemas"]["Inbox"][];
            meta: components["schemas"]["PageMeta"];
            message: string;
        };
        InboxAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["Inbox"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        UserList: {
            /** @constant */
            success: true;
            data: components["schemas"]["User"][];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        McpServer: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string;
            /** @enum {string} */
            config_type: "studio" | "sse";
            /** @description Values under `env` and `headers` are masked */
            config_json: {
                [key: string]: unknown;
            };
            /** @description Values are masked */
            environments: {
                [key: string]: string;
            };
            tools: {
                [key: string]: unknown;
            }[];
            /** @enum {string} */
            type: "official" | "community";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        McpServerPage: {
            /** @constant */
            success: true;
            data: components["schemas"]["McpServer"][];
            meta: components["schemas"]["PageMeta"];
            message: string;
        };
        McpServerAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["McpServer"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        Webhook: {
            /** Format: uuid */
            id: string;
            name: string;
            url: string;
            events: string[];
            enabled: boolean;
            /** @enum {string} */
            format: "gatehouse" | "evolution-api";
            by_events: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WebhookPage: {
            /** @constant */
            success: true;
            data: components["schemas"]["Webhook"][];
            meta: components["schemas"]["PageMeta"];
            message: string;
        };
        WebhookAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["Webhook"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        WebhookWithSecret: {
            /** Format: uuid */
            id: string;
            name: string;
            url: string;
            events: string[];
            enabled: boolean;
            /** @enum {string} */
            format: "gatehouse" | "evolution-api";
            by_events: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Signs every delivery as Standard Webhooks has it; shown here only */
            secret: string;
        };
        WebhookWithSecretAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["WebhookWithSecret"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        CrmWebhookTestRequest: {
            /** @constant */
            method: "POST";
            /** @description Credentials and query values are masked */
            url: string;
            body: string;
        };
        CrmWebhookTestResult: {
            delivered: boolean;
            status: number | null;
            duration_ms: number;
            body: string | null;
            headers: {
                [key: string]: string;
            } | null;
            error: string | null;
            advice: string | null;
            request: components["schemas"]["CrmWebhookTestRequest"] | null;
        };
        CrmWebhookTestResultAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["CrmWebhookTestResult"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        WebhookDelivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            event_id: string;
            event: string;
            sequence: number;
            /** @description Where it goes; query values are masked */
            target: string;
            /** @enum {string} */
            state: "waiting" | "sending" | "delivered" | "discarded";
            attempt_count: number;
            next_attempt_at: string | null;
            last_status: number | null;
            last_error: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WebhookDeliveries: {
            /** @description In the order asked for */
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description Oldest first: the value for `after` of the next call, null while there is nothing. Newest first: the value for `before`, null when nothing is older */
            next: string | null;
        };
        WebhookDeliveriesAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["WebhookDeliveries"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        WebhookAttempt: {
            number: number;
            /** Format: date-time */
            started_at: string;
            duration_ms: number;
            status: number | null;
            error: string | null;
            response_body: string | null;
        };
        WebhookDeliveryWithAttempts: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            event_id: string;
            event: string;
            sequence: number;
            /** @description Where it goes; query values are masked */
            target: string;
            /** @enum {string} */
            state: "waiting" | "sending" | "delivered" | "discarded";
            attempt_count: number;
            next_attempt_at: string | null;
            last_status: number | null;
            last_error: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description In order; the latest 1000 */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        WebhookDeliveryWithAttemptsAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["WebhookDeliveryWithAttempts"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        WebhookRedelivery: {
            /** @description How many are sent again */
            redelivering: number;
        };
        WebhookRedeliveryAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["WebhookRedelivery"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        PipelineStageCreatedEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "pipeline_stage.created";
            /** Format: uuid */
            accountId: string;
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            data: {
                previous: components["schemas"]["PipelineStage"] | null;
                current: components["schemas"]["PipelineStage"] | null;
            };
        };
        PipelineStageUpdatedEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "pipeline_stage.updated";
            /** Format: uuid */
            accountId: string;
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            data: {
                previous: components["schemas"]["PipelineStage"] | null;
                current: components["schemas"]["PipelineStage"] | null;
            };
        };
        PipelineStageDeletedEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "pipeline_stage.deleted";
            /** Format: uuid */
            accountId: string;
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            data: {
                previous: components["schemas"]["PipelineStage"] | null;
                current: components["schemas"]["PipelineStage"] | null;
            };
        };
        InboxMember: {
            /** Format: uuid */
            inbox_id: string;
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Empty when there is none */
            display_name: string;
            email: string;
            /** @description Key of the person's own role in the account */
            role: string;
            confirmed: boolean;
            /** @enum {string} */
            availability_status: "online" | "offline" | "busy";
            auto_offline: boolean;
            avatar_url: string | null;
            /** @description The display name, else the name */
            available_name: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        InboxMemberAddedEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "inbox_member.added";
            /** Format: uuid */
            accountId: string;
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            data: {
                previous: components["schemas"]["InboxMember"] | null;
                current: components["schemas"]["InboxMember"] | null;
            };
        };
        InboxMemberRemovedEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "inbox_member.removed";
            /** Format: uuid */
            accountId: string;
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            data: {
                previous: components["schemas"]["InboxMember"] | null;
                current: components["schemas"]["InboxMember"] | null;
            };
        };
        McpServerDeletedEvent: {
            /** Format: uuid */
            id: string;
            /** @constant */
            event: "mcp_server.deleted";
            /** Format: uuid */
            accountId: string;
            sequence: number;
            /** Format: date-time */
            timestamp: string;
            data: {
                previous: components["schemas"]["McpServer"] | null;
                current: components["schemas"]["McpServer"] | null;
            };
        };
    };
    parameters: {
        InstanceNamePath: string;
        /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
        InstanceIdHeader: string;
        /** @description How many at most */
        LimitQuery: number;
        /** @description From the link; for 5 minutes */
        TokenPath: string;
        /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
        IdempotencyKeyHeader: string;
        /** @description The group, where the body does not name it */
        GroupJidQuery: string;
        /** @description The code, or the whole link */
        InviteCodeQuery: string;
        /** @description The id or the name of the instance */
        InstanceIdPath: string;
        /** @description One event type, in any case */
        EventQuery: string;
        /** @description Name of one instance. Default: the instance of the key; with the global key every instance */
        InstanceQuery: string;
        /** @description Created at or after */
        FromQuery: string;
        /** @description Created at or before */
        ToQuery: string;
        DeliveryIdPath: string;
        /** @description `subscribe` */
        HubModeQuery: string;
        /** @description META_VERIFY_TOKEN, or the instance's own verifyToken */
        HubVerifyTokenQuery: string;
        /** @description Comes back as the answer */
        HubChallengeQuery: string;
        /** @description `sha256=` and the HMAC-SHA256 of the body with the app secret, in hex */
        XHubSignature256Header: string;
        /** @description The acting account; also as the header `account-id` */
        AccountIdQuery: string;
        /** @description The acting account; needed when the user has several and the token is bound to none */
        AccountIdHeader: string;
        /** @description Which page */
        PageQuery: number;
        /** @description Records on a page */
        PageSizeQuery: number;
        IdPath: string;
        /** @description The ETag the change was made from, or `*`; another version answers 412 */
        IfMatchHeader: string;
        PipelineIdPath: string;
        /** @description The id of the event: the same in every attempt */
        WebhookIdHeader: string;
        /** @description When this attempt began, in seconds since 1970 */
        WebhookTimestampHeader: number;
        /** @description As Standard Webhooks say: over id, timestamp and body */
        WebhookSignatureHeader: string;
        /** @description Which attempt it is, from 1 */
        XGatehouseAttemptHeader: number;
    };
}
export type $defs = Record<string, never>;
export interface operations {
    postInstanceCreate: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInstance"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["CreatedInstance"];
                };
            };
        };
    };
    getInstanceFetchInstances: {
        parameters: {
            query?: {
                instanceName?: string;
                instanceId?: string;
                /** @description Digits: of the paired account, or that it was created for */
                number?: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ListedInstance"][];
                };
            };
        };
    };
    deleteInstanceDeleteByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceEnded"];
                };
            };
        };
    };
    postInstanceKeyRotateByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["KeyRotation"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["RotatedKey"];
                };
            };
        };
    };
    patchInstanceCredentialsByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Replaces the access token */
                    accessToken?: string;
                    /** @description The secret of the Meta app: what comes in is signed with it; null: META_APP_SECRET */
                    appSecret?: string | null;
                    /** @description What Meta is given as the verify token of the webhook address; null: META_VERIFY_TOKEN */
                    verifyToken?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        instance: components["schemas"]["Instance"];
                        /** @description Of whatsapp-cloud: whether Meta sends what comes in */
                        webhookSubscribed?: boolean;
                        /** @description Why it does not */
                        reason?: string;
                    };
                };
            };
        };
    };
    getInstanceConnectionStateByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ConnectionState"];
                };
            };
        };
    };
    getInstanceConnectByInstanceName: {
        parameters: {
            query?: {
                /** @description 7-15 digits: pair by a code for this number */
                number?: string;
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ConnectionResult"];
                };
            };
        };
    };
    deleteInstanceLogoutByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceEnded"];
                };
            };
        };
    };
    postInstanceDisconnectByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceEnded"];
                };
            };
        };
    };
    postInstanceConnect: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConnectSettings"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ConnectedInstance"];
                };
            };
        };
    };
    putInstanceRestartByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["RestartResult"];
                };
            };
        };
    };
    postInstanceRestartByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["RestartResult"];
                };
            };
        };
    };
    getInstanceLimitsByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceLimits"];
                };
            };
        };
    };
    getInstanceOverview: {
        parameters: {
            query?: {
                /** @description A part of the name, the number or the account, in capitals or not */
                search?: string;
                /** @description close, connecting, open */
                state?: string;
                /** @description true: only those that somebody should look at */
                needsAttention?: string;
                /** @description How many to leave out first */
                offset?: number;
                /** @description How many at most */
                limit?: components["parameters"]["LimitQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
        };
    };
    getInstanceStatesByInstanceName: {
        parameters: {
            query?: {
                /** @description How many at most; the last 200 are kept */
                limit?: number;
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["StateChanges"];
                };
            };
        };
    };
    postWebhookSetByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookSettings"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    getWebhookFindByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceWebhook"] | null;
                };
            };
        };
    };
    getWebhookEndpointsByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceEndpoints"];
                };
            };
        };
    };
    getWebhookSecretByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["SigningSecret"];
                };
            };
        };
    };
    postWebhookSecretRotateByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["SigningSecret"];
                };
            };
        };
    };
    postWebhookTestByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookTestResult"];
                };
            };
        };
    };
    postRabbitmqSetByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelFields"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["EventChannel"];
                };
            };
        };
    };
    postNatsSetByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelFields"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["EventChannel"];
                };
            };
        };
    };
    postWebsocketSetByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelFields"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["EventChannel"];
                };
            };
        };
    };
    getRabbitmqFindByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EventChannel"];
                };
            };
        };
    };
    getNatsFindByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EventChannel"];
                };
            };
        };
    };
    getWebsocketFindByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EventChannel"];
                };
            };
        };
    };
    postProxySetByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProxySettings"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["ShownProxy"] | null;
                };
            };
        };
    };
    getProxyFindByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ShownProxy"] | null;
                };
            };
        };
    };
    postSettingsSetByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SettingsChange"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        settings: {
                            instanceName: string;
                            settings: components["schemas"]["InstanceSettings"];
                        };
                    };
                };
            };
        };
    };
    getSettingsFindByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceSettings"];
                };
            };
        };
    };
    "getPasskey-ceremonyByToken": {
        parameters: {
            path: {
                /** @description From the link; for 5 minutes */
                token: components["parameters"]["TokenPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["CeremonyView"];
                };
            };
        };
    };
    "postPasskey-ceremonyByTokenResponse": {
        parameters: {
            path: {
                /** @description From the link; for 5 minutes */
                token: components["parameters"]["TokenPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyCredential"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["CeremonyTaken"];
                };
            };
        };
    };
    "postPasskey-ceremonyByTokenConfirm": {
        parameters: {
            path: {
                /** @description From the link; for 5 minutes */
                token: components["parameters"]["TokenPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["CeremonyTaken"];
                };
            };
        };
    };
    getTemplateFindByInstanceName: {
        parameters: {
            query?: {
                /** @description `true` or `false`: as they are at this moment, which takes longer; absent: `false` */
                refresh?: string;
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Template"][];
                };
            };
        };
    };
    postTemplateCreateByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    postTemplateEditByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    deleteTemplateDeleteByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateToDelete"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    };
                };
            };
        };
    };
    postMessageSendTemplateByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    number: components["schemas"]["Recipient"];
                    /** @description Of the template */
                    name: string;
                    /** @description Such as en or pt_BR; also as `{"code": "pt_BR"}` */
                    language: string;
                    /** @description What fills the variables, as the official API takes it: `[{type: "body", parameters: [{type: "text", text}]}]`, with `parameter_name` where variables are named, and `header`, `button` (`sub_type`, `index`), `limited_time_offer` and `carousel` (`cards`). Absent: the template has no variables */
                    components?: unknown;
                    /** @description Not taken */
                    webhookUrl?: string;
                    quoted?: components["schemas"]["QuotedMessage"];
                    /** @description Phone numbers, or JIDs with them, of those whom the text names as @number */
                    mentioned?: string[];
                    /** @description Names everybody in the group */
                    mentionsEveryOne?: boolean;
                    /**
                     * Format: date-time
                     * @description Sends it then, at most 30 days ahead; answered as QUEUED
                     */
                    scheduleAt?: string;
                    /** @description Ms for which the account is shown writing before it is sent; answered as QUEUED. Other chats go on */
                    delay?: number;
                    /**
                     * @description false: a message that cannot be sent at once is refused with 429
                     * @default true
                     */
                    queue?: boolean;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["MessageSent"];
                };
            };
        };
    };
    postMessageSendTextByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TextMessage"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["MessageSent"];
                };
            };
        };
    };
    postMessageSendLocationByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LocationMessage"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["MessageSent"];
                };
            };
        };
    };
    postMessageSendContactByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactMessage"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["MessageSent"];
                };
            };
        };
    };
    postMessageSendPollByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PollMessage"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["MessageSent"];
                };
            };
        };
    };
    postMessageSendPollVoteByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PollVoteMessage"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["MessageSent"];
                };
            };
        };
    };
    postMessageSendReactionByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReactionMessage"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["MessageSent"];
                };
            };
        };
    };
    postMessageForwardByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForwardMessage"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["MessageSent"];
                };
            };
        };
    };
    postChatUpdateMessageByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageEdit"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["MessageSent"];
                };
            };
        };
    };
    deleteChatDeleteMessageForEveryoneByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageRemoval"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["MessageSent"];
                };
            };
        };
    };
    postMessageSendListByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListMessage"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["MessageSent"];
                };
            };
        };
    };
    postMessageSendButtonsByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ButtonsMessage"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["MessageSent"];
                };
            };
        };
    };
    postMessageSendMediaByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MediaMessage"];
                "multipart/form-data": components["schemas"]["MediaMessageForm"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["MessageSent"];
                };
            };
        };
    };
    postMessageSendWhatsAppAudioByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VoiceNote"];
                "multipart/form-data": components["schemas"]["VoiceNoteForm"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["MessageSent"];
                };
            };
        };
    };
    postMessageSendPtvByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoundVideo"];
                "multipart/form-data": components["schemas"]["RoundVideoForm"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["MessageSent"];
                };
            };
        };
    };
    postMessageSendStickerByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StickerMessage"];
                "multipart/form-data": components["schemas"]["StickerMessageForm"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["MessageSent"];
                };
            };
        };
    };
    postMessageSendStatusByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatusPost"];
                "multipart/form-data": components["schemas"]["StatusPostForm"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["MessageSent"];
                };
            };
        };
    };
    getMessageStatusByInstanceNameByMessageId: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
                /** @description `key.id` of the answer that sending gave */
                messageId: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["MessageFate"];
                };
            };
        };
    };
    getMessageScheduledByInstanceName: {
        parameters: {
            query?: {
                /** @description `next` of the page before */
                after?: number;
                /** @description How many at most */
                limit?: components["parameters"]["LimitQuery"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["QueuedMessages"];
                };
            };
        };
    };
    getMessageScheduledByInstanceNameById: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
                /** @description `key.id` of the answer that sending gave */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["QueuedMessage"];
                };
            };
        };
    };
    deleteMessageScheduledByInstanceNameById: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
                /** @description `key.id` of the answer that sending gave */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    };
                };
            };
        };
    };
    getMessageExplainByInstanceNameByMessageId: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
                /** @description Of a message that was sent or received */
                messageId: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
        };
    };
    postChatMarkMessageAsReadByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    readMessages: components["schemas"]["ChatMessageKey"][];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        message: string;
                        /** @constant */
                        read: "success";
                    };
                };
            };
        };
    };
    postChatMarkMessageAsPlayedByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    playedMessages: components["schemas"]["ChatMessageKey"][];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        message: string;
                        /** @constant */
                        played: "success";
                    };
                };
            };
        };
    };
    postChatSendPresenceByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    number: components["schemas"]["Recipient"];
                    /** @enum {string} */
                    presence: "composing" | "recording" | "paused" | "available" | "unavailable";
                    /** @description Ms. Absent or 0: answers at once, and phones end it after some 20 seconds */
                    delay?: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        presence: "composing" | "recording" | "paused" | "available" | "unavailable";
                    };
                };
            };
        };
    };
    postInstanceSetPresenceByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    presence: "available" | "unavailable";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        presence: "available" | "unavailable";
                    };
                };
            };
        };
    };
    postChatPresenceSubscribeByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    number: components["schemas"]["Recipient"];
                    /** @description false: the chat is watched no longer; absent: true */
                    subscribe?: boolean;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        /** @description The chat */
                        jid: string;
                        subscribed: boolean;
                    };
                };
            };
        };
    };
    postChatArchiveChatByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A phone number with its country code, or the JID of a person or a group */
                    number?: string;
                    /** @description The same */
                    chat?: string;
                    /** @description The newest message of the chat. Absent: everything up to now */
                    lastMessage?: {
                        key: components["schemas"]["MessageKey"];
                    };
                    archive: boolean;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        /** @description The JID of the chat */
                        chatId: string;
                        archived: boolean;
                    };
                };
            };
        };
    };
    postChatMarkChatUnreadByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description A phone number with its country code, or the JID of a person or a group */
                    number?: string;
                    /** @description The same */
                    chat?: string;
                    /** @description The newest message of the chat. Absent: everything up to now */
                    lastMessage?: {
                        key: components["schemas"]["MessageKey"];
                    };
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        /** @description The JID of the chat */
                        chatId: string;
                        /** @constant */
                        markedChatUnread: true;
                    };
                };
            };
        };
    };
    postChatPinChatByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A phone number with its country code, or the JID of a person or a group */
                    number?: string;
                    /** @description The same */
                    chat?: string;
                    pin: boolean;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        /** @description The JID of the chat */
                        chatId: string;
                        pinned: boolean;
                    };
                };
            };
        };
    };
    postChatMuteChatByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A phone number with its country code, or the JID of a person or a group */
                    number?: string;
                    /** @description The same */
                    chat?: string;
                    mute: boolean;
                    /**
                     * @description How long; absent: always
                     * @enum {string}
                     */
                    duration?: "8h" | "1w" | "always";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        /** @description The JID of the chat */
                        chatId: string;
                        muted: boolean;
                        /** @description null: not muted, or always */
                        until: string | null;
                    };
                };
            };
        };
    };
    postLabelHandleLabelByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    number: components["schemas"]["Recipient"];
                    /** @description As `/label/findLabels` has it */
                    labelId: string;
                    /** @enum {string} */
                    action: "add" | "remove";
                    /** @description A message of that chat */
                    messageId?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @description The chat */
                        numberJid: string;
                        labelId: string;
                        messageId?: string;
                        /** @constant */
                        add?: true;
                        /** @constant */
                        remove?: true;
                    };
                };
            };
        };
    };
    postLabelEditByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Absent: a new label, which gets a free id */
                    labelId?: string;
                    name?: string;
                    /** @description The place of the colour in WhatsApp’s list; of a new one absent: 0 */
                    color?: number;
                    deleted?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        /** @description The place of the colour in WhatsApp’s list */
                        color: number;
                        /** @description Of a label that every account has; null: the account made it */
                        predefinedId: string | null;
                        deleted: boolean;
                    };
                };
            };
        };
    };
    postChatWhatsappNumbersByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    numbers: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["NumberFound"][];
                };
            };
        };
    };
    postChatFetchProfilePictureUrlByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    number: components["schemas"]["Recipient"];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @description The JID */
                        wuid: string;
                        /** @description null: there is none, or the account may not see it */
                        profilePictureUrl: string | null;
                    };
                };
            };
        };
    };
    postChatFetchProfileByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    number: components["schemas"]["Recipient"];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @description The JID */
                        wuid: string;
                        /** @description As they call themselves; null: no message has shown it */
                        name: string | null;
                        /** @constant */
                        numberExists: true;
                        /** @description The URL of the picture, which ends after some days */
                        picture: string | null;
                        /** @description What the person says about themselves */
                        status: string | null;
                        isBusiness: boolean;
                        /** @description Of a business */
                        email: string | null;
                        /** @description Of a business */
                        description: string | null;
                        /** @description Of a business, the first one */
                        website: string | null;
                    };
                };
            };
        };
    };
    postChatFetchBusinessProfileByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    number: components["schemas"]["Recipient"];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @description The JID */
                        wid: string;
                        isBusiness: boolean;
                        /** @description Of a business */
                        email: string | null;
                        /** @description Of a business */
                        description: string | null;
                        /** @description Of a business */
                        address: string | null;
                        /** @description Of a business */
                        category: string | null;
                        website: string[];
                    };
                };
            };
        };
    };
    postChatUpdateBlockStatusByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    number: components["schemas"]["Recipient"];
                    /** @enum {string} */
                    status: "block" | "unblock";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        /**
                         * @description Whichever status was asked for is set
                         * @constant
                         */
                        block: "success";
                    };
                };
            };
        };
    };
    getChatFetchBlocklistByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @description By phone number where that is known */
                        jid: string;
                        /** @description The address that hides the number; null where it is not known */
                        lid: string | null;
                    }[];
                };
            };
        };
    };
    postCallRejectByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    callId: string;
                    /** @description Who calls, a phone number or a JID; absent: whoever it is */
                    callFrom?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        callId: string;
                        /** @constant */
                        rejected: true;
                    };
                };
            };
        };
    };
    postChatUpdateProfileNameByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ProfileUpdated"];
                };
            };
        };
    };
    postChatUpdateProfileStatusByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Empty: nothing */
                    status: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ProfileUpdated"];
                };
            };
        };
    };
    postChatUpdatePrivacySettingsByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    readreceipts?: "all" | "none";
                    /** @enum {string} */
                    profile?: "all" | "contacts" | "contact_blacklist" | "none";
                    /** @enum {string} */
                    status?: "all" | "contacts" | "contact_blacklist" | "none";
                    /** @enum {string} */
                    last?: "all" | "contacts" | "contact_blacklist" | "none";
                    /** @enum {string} */
                    online?: "all" | "match_last_seen";
                    /** @enum {string} */
                    groupadd?: "all" | "contacts" | "contact_blacklist";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        /** @constant */
                        update: "success";
                        data: components["schemas"]["PrivacySettings"];
                    };
                };
            };
        };
    };
    postChatHistoryByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    number: components["schemas"]["Recipient"];
                    /** @default 50 */
                    count?: number;
                    /** @description A message of the chat */
                    before?: {
                        id: string;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @description A JID */
                        chat: string;
                        /** @description The oldest first */
                        messages: components["schemas"]["HistoryMessage"][];
                        /** @description The phone says that it has no older ones */
                        isBeginning: boolean;
                    };
                };
            };
        };
    };
    postChatUpdateProfilePictureByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProfilePicture"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ProfileUpdated"];
                };
            };
        };
    };
    deleteChatRemoveProfilePictureByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ProfileUpdated"];
                };
            };
        };
    };
    getChatFetchPrivacySettingsByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description In the platform's own words; null: it does not say */
            200: {
                content: {
                    "application/json": components["schemas"]["PrivacySettings"];
                };
            };
        };
    };
    postChatGetPollVoteByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WhichPoll"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PollVotes"];
                };
            };
        };
    };
    postChatFindMessagesByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["FindMessages"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
        };
    };
    postChatFindStatusMessageByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["FindStatus"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["StatusRecord"][];
                };
            };
        };
    };
    postChatFindChatsByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["FindChats"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ChatRecord"][];
                };
            };
        };
    };
    postChatFindContactsByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["FindContacts"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ContactRecord"][];
                };
            };
        };
    };
    getChatFindChatByRemoteJidByInstanceName: {
        parameters: {
            query: {
                /** @description The chat */
                remoteJid: string;
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["OneChat"] | null;
                };
            };
        };
    };
    getMessageSearchByInstanceName: {
        parameters: {
            query: {
                /** @description Whole words that all stand in the message, whatever their case and accents; "in quotation marks" one after the other */
                query: string;
                /** @description Only the messages of this chat */
                remoteJid?: string;
                /** @description `id` of the last record of the page before */
                after?: string;
                /** @description How many at most */
                limit?: components["parameters"]["LimitQuery"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["FoundRecords"];
                };
            };
        };
    };
    getChatResolveByInstanceName: {
        parameters: {
            query: {
                /** @description A phone number, a JID, a hidden one, or the id of a person for a business */
                id: string;
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ResolvedPerson"];
                };
            };
        };
    };
    getLabelFindLabelsByInstanceName: {
        parameters: {
            query?: {
                /** @description A phone number or a JID: only the labels of that chat */
                number?: string;
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        /** @description The place of the colour in WhatsApp’s list */
                        color: number;
                        /** @description Of a label that every account has; null: the account made it */
                        predefinedId: string | null;
                    }[];
                };
            };
        };
    };
    postChatGetBase64FromMediaMessageByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageOfFile"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["FileOfMessage"];
                };
            };
        };
    };
    getGroupFindGroupInfosByInstanceName: {
        parameters: {
            query: {
                /** @description The group: a JID, or its digits */
                groupJid: string;
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["GroupInfo"];
                };
            };
        };
    };
    getGroupFetchAllGroupsByInstanceName: {
        parameters: {
            query?: {
                /** @description `true` or `false`: whether members are listed; absent: `true` */
                getParticipants?: string;
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["GroupInfo"][];
                };
            };
        };
    };
    getGroupParticipantsByInstanceName: {
        parameters: {
            query: {
                /** @description The group: a JID, or its digits */
                groupJid: string;
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["GroupParticipants"];
                };
            };
        };
    };
    postGroupCreateByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGroup"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        id: string;
                        subject: string;
                        /** @description Who set it */
                        subjectOwner: string | null;
                        /** @description Seconds since 1970 */
                        subjectTime: number | null;
                        /** @description How many members it has */
                        size: number;
                        /** @description Seconds since 1970 */
                        creation: number | null;
                        /** @description Who created it */
                        owner: string | null;
                        /** @description Its description */
                        desc: string | null;
                        /** @description Changes with the description */
                        descId: string | null;
                        /** @description Only admins change subject, description and picture */
                        restrict: boolean;
                        /** @description Only admins write */
                        announce: boolean;
                        /** @enum {string} */
                        memberAddMode: "admin_add" | "all_member_add";
                        /** @description Admins decide about who joins by a link */
                        joinApprovalMode: boolean;
                        /** @description Seconds after which messages vanish; 0: they stay */
                        ephemeralDuration: number;
                        isCommunity: boolean;
                        isCommunityAnnounce: boolean;
                        /** @description The community that it belongs to */
                        linkedParent: string | null;
                        participants?: components["schemas"]["GroupParticipant"][];
                        results: components["schemas"]["GroupMemberResult"][];
                        problems: string[];
                    };
                };
            };
        };
    };
    postGroupUpdateJoinRequestsByInstanceName: {
        parameters: {
            query?: {
                /** @description The group, where the body does not name it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The group: a JID, or its digits */
                    groupJid: string;
                    /** @enum {string} */
                    action: "approve" | "reject";
                    /** @description Phone numbers with their country code, or JIDs */
                    participants: string[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        updateJoinRequests: components["schemas"]["GroupMemberResult"][];
                    };
                };
            };
        };
    };
    postGroupUpdateGroupSubjectByInstanceName: {
        parameters: {
            query?: {
                /** @description The group, where the body does not name it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The group: a JID, or its digits */
                    groupJid: string;
                    subject: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["GroupUpdated"];
                };
            };
        };
    };
    postGroupUpdateGroupDescriptionByInstanceName: {
        parameters: {
            query?: {
                /** @description The group, where the body does not name it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The group: a JID, or its digits */
                    groupJid: string;
                    description: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["GroupUpdated"];
                };
            };
        };
    };
    postGroupUpdateParticipantByInstanceName: {
        parameters: {
            query?: {
                /** @description The group, where the body does not name it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The group: a JID, or its digits */
                    groupJid: string;
                    /** @enum {string} */
                    action: "add" | "remove" | "promote" | "demote";
                    /** @description Phone numbers with their country code, or JIDs */
                    participants: string[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        updateParticipants: components["schemas"]["GroupMemberResult"][];
                    };
                };
            };
        };
    };
    postGroupUpdateSettingByInstanceName: {
        parameters: {
            query?: {
                /** @description The group, where the body does not name it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The group: a JID, or its digits */
                    groupJid: string;
                    /** @enum {string} */
                    action: "announcement" | "not_announcement" | "locked" | "unlocked";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        updateSetting: "announcement" | "not_announcement" | "locked" | "unlocked";
                    };
                };
            };
        };
    };
    postGroupUpdateMemberAddModeByInstanceName: {
        parameters: {
            query?: {
                /** @description The group, where the body does not name it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The group: a JID, or its digits */
                    groupJid: string;
                    /** @enum {string} */
                    mode: "admin_add" | "all_member_add";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        updateMemberAddMode: "admin_add" | "all_member_add";
                    };
                };
            };
        };
    };
    postGroupToggleEphemeralByInstanceName: {
        parameters: {
            query?: {
                /** @description The group, where the body does not name it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The group: a JID, or its digits */
                    groupJid: string;
                    expiration: 0 | 86400 | 604800 | 7776000;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    postGroupUpdateGroupPictureByInstanceName: {
        parameters: {
            query?: {
                /** @description The group, where the body does not name it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGroupPicture"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["GroupUpdated"];
                };
            };
        };
    };
    deleteGroupLeaveGroupByInstanceName: {
        parameters: {
            query: {
                /** @description The group: a JID, or its digits */
                groupJid: string;
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        groupJid: string;
                        /** @constant */
                        leave: true;
                    };
                };
            };
        };
    };
    getGroupInviteCodeByInstanceName: {
        parameters: {
            query: {
                /** @description The group: a JID, or its digits */
                groupJid: string;
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        inviteUrl: string;
                        inviteCode: string;
                    };
                };
            };
        };
    };
    postGroupRevokeInviteCodeByInstanceName: {
        parameters: {
            query: {
                /** @description The group: a JID, or its digits */
                groupJid: string;
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        /** @constant */
                        revoked: true;
                        inviteUrl: string;
                        inviteCode: string;
                    };
                };
            };
        };
    };
    getGroupJoinRequestsByInstanceName: {
        parameters: {
            query: {
                /** @description The group: a JID, or its digits */
                groupJid: string;
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["JoinRequests"];
                };
            };
        };
    };
    getGroupInviteInfoByInstanceName: {
        parameters: {
            query: {
                /** @description The code, or the whole link */
                inviteCode: components["parameters"]["InviteCodeQuery"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["GroupInfo"];
                };
            };
        };
    };
    getGroupAcceptInviteCodeByInstanceName: {
        parameters: {
            query: {
                /** @description The code, or the whole link */
                inviteCode: components["parameters"]["InviteCodeQuery"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @description False: admins decide about it first */
                        accepted: boolean;
                        groupJid: string;
                    };
                };
            };
        };
    };
    postGroupSendInviteByInstanceName: {
        parameters: {
            query?: {
                /** @description The group, where the body does not name it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInvitations"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InvitationsSent"];
                };
            };
        };
    };
    getNewsletterListByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["NewsletterInfo"][];
                };
            };
        };
    };
    postNewsletterInfoByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WhichNewsletter"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["NewsletterInfo"];
                };
            };
        };
    };
    postNewsletterLinkByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewsletterInvitation"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["NewsletterInfo"];
                };
            };
        };
    };
    postNewsletterFollowByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WhichNewsletter"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        jid: string;
                        /** @constant */
                        follow: true;
                    };
                };
            };
        };
    };
    postNewsletterUnfollowByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WhichNewsletter"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        jid: string;
                        /** @constant */
                        unfollow: true;
                    };
                };
            };
        };
    };
    evolutionGoGetInstanceAll: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: components["schemas"]["EvolutionGoInstance"][];
                    };
                };
            };
        };
    };
    evolutionGoGetInstanceInfo: {
        parameters: {
            path: {
                instanceId: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoInstanceAnswer"];
                };
            };
        };
    };
    evolutionGoGetInstanceStatus: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: {
                            Connected: boolean;
                            /** @description Whether it is paired */
                            LoggedIn: boolean;
                            /** @description Of the paired account, empty when there is none */
                            Name: string;
                            /** @description Of the paired account, empty when there is none */
                            myJid: string;
                        };
                    };
                };
            };
        };
    };
    evolutionGoGetInstanceQr: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: {
                            /** @description A picture, as a data: URL */
                            Qrcode: string;
                            /** @description What the picture says */
                            Code: string;
                            passkeyStage?: string;
                            passkeyOpenUrl?: string;
                            passkeyCode?: string;
                        };
                    };
                };
            };
        };
    };
    evolutionGoInstancePair: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The number of the account */
                    phone: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: {
                            PairingCode: string;
                        };
                    };
                };
            };
        };
    };
    evolutionGoInstanceReconnect: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoInstanceDisconnect: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoDeleteInstanceLogout: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoInstanceForcereconnectInstanceId: {
        parameters: {
            path: {
                /** @description The id or the name of the instance */
                instanceId: components["parameters"]["InstanceIdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Makes no difference */
                    number?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoInstanceProxyInstanceId: {
        parameters: {
            path: {
                /** @description The id or the name of the instance */
                instanceId: components["parameters"]["InstanceIdPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A host name or an address */
                    host: string;
                    /** @description 1 to 65535 */
                    port: string;
                    /** @description Absent: the proxy asks for none */
                    username?: string;
                    /** @description Absent: the proxy asks for none */
                    password?: string;
                    /** @description http, https or socks5 */
                    protocol: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoDeleteInstanceProxyInstanceId: {
        parameters: {
            path: {
                /** @description The id or the name of the instance */
                instanceId: components["parameters"]["InstanceIdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoSendText: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A phone number with its country code, or a JID */
                    number: string;
                    /** @description Ms for which writing is shown before it */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        messageId: string;
                    };
                    /** @description Those whom the text names: numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Names everybody in the group */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description What is said */
                    text: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoSentAnswer"];
                };
            };
        };
    };
    evolutionGoSendLink: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A phone number with its country code, or a JID */
                    number: string;
                    /** @description Ms for which writing is shown before it */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        messageId: string;
                    };
                    /** @description Those whom the text names: numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Names everybody in the group */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description What is said; absent: the link alone */
                    text?: string;
                    /** @description The page; absent: the first link in the text */
                    url?: string;
                    /** @description Ignored */
                    title?: string;
                    /** @description Ignored */
                    description?: string;
                    /** @description Ignored */
                    imgUrl?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoSentAnswer"];
                };
            };
        };
    };
    evolutionGoSendMedia: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A phone number with its country code, or a JID */
                    number: string;
                    /** @description Ms for which writing is shown before it */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        messageId: string;
                    };
                    /** @description Those whom the text names: numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Names everybody in the group */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description A file of at most 16 MiB: an http(s) URL, base64, or a data: URL in base64 */
                    url: string;
                    /** @description image, video, audio, document or ptv (a video that is shown round) */
                    type: string;
                    /** @description What is said with it */
                    caption?: string;
                    /** @description Of a document */
                    filename?: string;
                    /** @description Phones show it once; no document */
                    viewOnce?: boolean;
                };
                "multipart/form-data": {
                    /** @description A phone number with its country code, or a JID */
                    number: string;
                    /** @description Ms for which writing is shown before it */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        messageId: string;
                    };
                    /** @description Those whom the text names: numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Names everybody in the group */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description image, video, audio, document or ptv (a video that is shown round) */
                    type: string;
                    /** @description What is said with it */
                    caption?: string;
                    /** @description Of a document */
                    filename?: string;
                    /** @description Phones show it once; no document */
                    viewOnce?: boolean;
                    file: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoSentAnswer"];
                };
            };
        };
    };
    evolutionGoSendPoll: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A phone number with its country code, or a JID */
                    number: string;
                    /** @description Ms for which writing is shown before it */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        messageId: string;
                    };
                    /** @description Those whom the text names: numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Names everybody in the group */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description What is asked */
                    question: string;
                    options: string[];
                    /** @description How many one person may choose */
                    maxAnswer?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoSentAnswer"];
                };
            };
        };
    };
    evolutionGoSendSticker: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A phone number with its country code, or a JID */
                    number: string;
                    /** @description Ms for which writing is shown before it */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        messageId: string;
                    };
                    /** @description Those whom the text names: numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Names everybody in the group */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description A picture: an http(s) URL, base64, or a data: URL in base64 */
                    sticker: string;
                };
                "multipart/form-data": {
                    /** @description A phone number with its country code, or a JID */
                    number: string;
                    /** @description Ms for which writing is shown before it */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        messageId: string;
                    };
                    /** @description Those whom the text names: numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Names everybody in the group */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    file: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoSentAnswer"];
                };
            };
        };
    };
    evolutionGoSendLocation: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A phone number with its country code, or a JID */
                    number: string;
                    /** @description Ms for which writing is shown before it */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        messageId: string;
                    };
                    /** @description Those whom the text names: numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Names everybody in the group */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    latitude: number;
                    longitude: number;
                    /** @description Of the place */
                    name?: string;
                    /** @description Of the place */
                    address?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoSentAnswer"];
                };
            };
        };
    };
    evolutionGoSendContact: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A phone number with its country code, or a JID */
                    number: string;
                    /** @description Ms for which writing is shown before it */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        messageId: string;
                    };
                    /** @description Those whom the text names: numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Names everybody in the group */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    vcard: {
                        fullName: string;
                        phone: string;
                        organization?: string;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoSentAnswer"];
                };
            };
        };
    };
    evolutionGoSendButton: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A phone number with its country code, or a JID */
                    number: string;
                    /** @description Ms for which writing is shown before it */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        messageId: string;
                    };
                    /** @description Those whom the text names: numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Names everybody in the group */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description `poll` */
                    fallback?: string;
                    /** @description Heads it */
                    title?: string;
                    /** @description `{type: "reply", displayText}` */
                    buttons?: unknown[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoSentAnswer"];
                };
            };
        };
    };
    evolutionGoSendList: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A phone number with its country code, or a JID */
                    number: string;
                    /** @description Ms for which writing is shown before it */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        messageId: string;
                    };
                    /** @description Those whom the text names: numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Names everybody in the group */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description `poll` */
                    fallback?: string;
                    /** @description Heads it */
                    title?: string;
                    /** @description Opens the list, where it is sent as one */
                    buttonText?: string;
                    /** @description `{title, rows: [{title}]}` */
                    sections?: unknown[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoSentAnswer"];
                };
            };
        };
    };
    evolutionGoSendStatusText: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is said */
                    text: string;
                    /** @description Such as #075E54 */
                    backgroundColor?: string;
                    /** @description 0-5 */
                    font?: string;
                    /** @description Who can see it: numbers or JIDs. Required: the contacts of the account are not known here */
                    statusJidList?: unknown[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoSentAnswer"];
                };
            };
        };
    };
    evolutionGoSendStatusMedia: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The file */
                    url: string;
                    /** @description image, video or audio */
                    type: string;
                    /** @description Beside it */
                    caption?: string;
                    /** @description Who can see it: numbers or JIDs. Required: the contacts of the account are not known here */
                    statusJidList?: unknown[];
                };
                "multipart/form-data": {
                    /** @description image, video or audio */
                    type: string;
                    /** @description Beside it */
                    caption?: string;
                    /** @description Who can see it: numbers or JIDs. Required: the contacts of the account are not known here */
                    statusJidList?: unknown[];
                    file: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoSentAnswer"];
                };
            };
        };
    };
    evolutionGoMessageMarkread: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Their chat; `chat` says it too */
                    number: string;
                    /** @description Of the messages; a text alone is one */
                    id: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoDoneAnswer"];
                };
            };
        };
    };
    evolutionGoMessageMarkplayed: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Their chat; `chat` says it too */
                    number: string;
                    /** @description Of the messages; a text alone is one */
                    id: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoDoneAnswer"];
                };
            };
        };
    };
    evolutionGoMessageReact: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its chat */
                    number: string;
                    /** @description Of the message */
                    id: string;
                    /** @description One emoji; `remove` takes the reaction back */
                    reaction: string;
                    /** @description Whether the account itself wrote it */
                    fromMe?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoSentAnswer"];
                };
            };
        };
    };
    evolutionGoMessagePresence: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The chat */
                    number: string;
                    /** @description composing or paused */
                    state: string;
                    /** @description It records */
                    isAudio?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoDoneAnswer"];
                };
            };
        };
    };
    evolutionGoMessageDownloadmedia: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the message */
                    id: string;
                    message?: unknown;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: {
                            /** @description A data: URL */
                            base64: string;
                            timestamp: string;
                        };
                    };
                };
            };
        };
    };
    evolutionGoMessageStatus: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the message */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: {
                            result: unknown;
                            timestamp: string;
                        };
                    };
                };
            };
        };
    };
    evolutionGoMessageDelete: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its chat */
                    chat: string;
                    /** @description Of the message */
                    messageId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoMessageAnswer"];
                };
            };
        };
    };
    evolutionGoMessageEdit: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its chat */
                    chat: string;
                    /** @description Of it */
                    messageId: string;
                    /** @description The new text */
                    message: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoMessageAnswer"];
                };
            };
        };
    };
    evolutionGoChatPin: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A JID or a number */
                    chat: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoDoneAnswer"];
                };
            };
        };
    };
    evolutionGoChatUnpin: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A JID or a number */
                    chat: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoDoneAnswer"];
                };
            };
        };
    };
    evolutionGoChatArchive: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A JID or a number */
                    chat: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoDoneAnswer"];
                };
            };
        };
    };
    evolutionGoChatUnarchive: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A JID or a number */
                    chat: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoDoneAnswer"];
                };
            };
        };
    };
    evolutionGoChatMute: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A JID or a number */
                    chat: string;
                    /** @description 8h, 1w or always, which it is when absent */
                    duration?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoDoneAnswer"];
                };
            };
        };
    };
    evolutionGoChatUnmute: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A JID or a number */
                    chat: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoDoneAnswer"];
                };
            };
        };
    };
    evolutionGoChatHistorySync: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    messageInfo: {
                        /** @description A JID or a number */
                        Chat: string;
                        /** @description The message before which they are; absent: the oldest that is stored */
                        ID?: string;
                    };
                    /** @description 1-50, which it is when absent */
                    count?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: {
                            /** @description A JID */
                            chat: string;
                            /** @description The oldest first, as `data` of their events */
                            messages: unknown[];
                            /** @description The phone says that it has no older ones */
                            isBeginning: boolean;
                            /** Format: date-time */
                            timestamp: string;
                        };
                    };
                };
            };
        };
    };
    evolutionGoGetPollsMessageIdResults: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
            path: {
                messageId: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: {
                            pollMessageId: string;
                            pollChatJid: string;
                            /** @description How many people have voted */
                            totalVotes: number;
                            optionCounts: {
                                [key: string]: number;
                            };
                            voters: {
                                jid: string;
                                phone: string;
                                /** @description Texts */
                                selectedOptions: string[];
                            }[];
                        };
                    };
                };
            };
        };
    };
    evolutionGoSendPollVote: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the poll */
                    pollMessageId: string;
                    /** @description None takes the vote back */
                    selectedOptions: string[];
                    /** @description Its chat */
                    number?: string;
                    /** @description Makes no difference: who made the poll is stored */
                    participant?: string;
                    /** @description Whether the account itself made it */
                    fromMe?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoSentAnswer"];
                };
            };
        };
    };
    evolutionGoCallReject: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description `CallID` of its event */
                    callId: string;
                    /** @description Who calls */
                    callCreator?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoGetLabelList: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        instance_id: string;
                        label_id: string;
                        label_name: string;
                        /** @description The place of the colour in WhatsApp’s list */
                        label_color: string;
                        /** @description Empty: the account made it */
                        predefined_id: string;
                    }[];
                };
            };
        };
    };
    evolutionGoLabelChat: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The chat */
                    jid: string;
                    /** @description Of the label */
                    labelId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoUnlabelChat: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The chat */
                    jid: string;
                    /** @description Of the label */
                    labelId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoLabelMessage: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its chat */
                    jid: string;
                    /** @description Of the label */
                    labelId: string;
                    /** @description Of it */
                    messageId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoUnlabelMessage: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its chat */
                    jid: string;
                    /** @description Of the label */
                    labelId: string;
                    /** @description Of it */
                    messageId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoLabelEdit: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description 1-10 digits; absent: a new label, which gets a free id */
                    labelId?: string;
                    /** @description Absent: as it is; a new label needs one */
                    name?: string;
                    /** @description Its place in WhatsApp’s list */
                    color?: number;
                    deleted?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoUserCheck: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Phone numbers with their country code */
                    number: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: {
                            Users: {
                                Query: string;
                                IsInWhatsapp: boolean;
                                JID: string;
                                /** @description What messages can be sent to */
                                RemoteJID: string;
                                LID: string | null;
                                /** @description Always empty */
                                VerifiedName: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    evolutionGoUserInfo: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Numbers or JIDs */
                    number: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: {
                            /** @description By their JIDs */
                            Users: {
                                [key: string]: {
                                    Status: string;
                                    PictureURL: string | null;
                                    VerifiedName: null;
                                };
                            };
                        };
                    };
                };
            };
        };
    };
    evolutionGoUserAvatar: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A number or a JID */
                    number: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: {
                            url: string;
                        };
                    };
                };
            };
        };
    };
    evolutionGoGetUserContacts: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: components["schemas"]["EvolutionGoContact"][];
                    };
                };
            };
        };
    };
    evolutionGoUserBlock: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A number or a JID */
                    number: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoUserUnblock: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A number or a JID */
                    number: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoGetUserBlocklist: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: {
                            /**
                             * @description What WhatsApp calls this state of the list
                             * @constant
                             */
                            DHash: "";
                            /** @description By phone number where that is known */
                            JIDs: string[];
                        };
                    };
                };
            };
        };
    };
    evolutionGoUserLid: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The hidden address */
                    lid: string;
                    /** @description Makes no difference */
                    groupJid?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: {
                            lid: string;
                            /** @description Digits */
                            phoneNumber: string;
                            jid: string;
                        };
                    };
                };
            };
        };
    };
    evolutionGoGetUserPrivacy: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoPrivacyAnswer"];
                };
            };
        };
    };
    evolutionGoUserPrivacy: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description A word of WhatsApp */
                    readReceipts?: string;
                    /** @description A word of WhatsApp */
                    profile?: string;
                    /** @description A word of WhatsApp */
                    status?: string;
                    /** @description A word of WhatsApp */
                    lastSeen?: string;
                    /** @description A word of WhatsApp */
                    online?: string;
                    /** @description A word of WhatsApp */
                    groupAdd?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoPrivacyAnswer"];
                };
            };
        };
    };
    evolutionGoUserProfilePicture: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What it is to be */
                    image: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoDeleteUserProfilePicture: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoUserProfileName: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What it is to be */
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoUserProfileStatus: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What it is to be */
                    status: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoGetGroupList: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: components["schemas"]["EvolutionGoGroup"][];
                    };
                };
            };
        };
    };
    evolutionGoGetGroupMyall: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: components["schemas"]["EvolutionGoGroup"][];
                    };
                };
            };
        };
    };
    evolutionGoGroupInfo: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The JID of the group */
                    groupJid: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoGroupAnswer"];
                };
            };
        };
    };
    evolutionGoGroupInvitelink: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The JID of the group */
                    groupJid: string;
                    reset?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: string;
                    };
                };
            };
        };
    };
    evolutionGoGroupJoin: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The link, or the code that ends it */
                    code: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: {
                            accepted: boolean;
                            groupJid: string;
                        };
                    };
                };
            };
        };
    };
    evolutionGoGroupLeave: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The JID of the group */
                    groupJid: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoGroupRequests: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The JID of the group */
                    groupJid: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: {
                            JID: string;
                            /** @description An instant; empty: not known */
                            RequestedAt: string;
                        }[];
                    };
                };
            };
        };
    };
    evolutionGoGroupName: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The JID of the group */
                    groupJid: string;
                    /** @description The new name */
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoGroupDescription: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The JID of the group */
                    groupJid: string;
                    /** @description The new description */
                    description: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoGroupPhoto: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The JID of the group */
                    groupJid: string;
                    /** @description An http(s) URL, base64, or a data: URL in base64 */
                    image: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoGroupParticipant: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The JID of the group */
                    groupJid: string;
                    /** @description Numbers or JIDs */
                    participants: string[];
                    /** @description add, remove, promote or demote */
                    action: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        /** @description What became of each person */
                        data: unknown[];
                    };
                };
            };
        };
    };
    evolutionGoGroupRequestsUpdate: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The JID of the group */
                    groupJid: string;
                    /** @description Numbers or JIDs of those who ask */
                    participants: string[];
                    /** @description approve or reject */
                    action: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        /** @description What became of each person */
                        data: unknown[];
                    };
                };
            };
        };
    };
    evolutionGoGroupSettings: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The JID of the group */
                    groupJid: string;
                    /** @description announcement, not_announcement, locked or unlocked */
                    action: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoGroupCreate: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its name */
                    groupName: string;
                    /** @description Numbers or JIDs */
                    participants: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: {
                            jid: string;
                            name: string;
                            owner: string;
                            /** @description JIDs */
                            added: string[];
                            /** @description JIDs of those who could not be added */
                            failed: string[];
                        };
                    };
                };
            };
        };
    };
    evolutionGoGetNewsletterList: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: unknown[];
                    };
                };
            };
        };
    };
    evolutionGoNewsletterInfo: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The channel */
                    jid: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: unknown;
                    };
                };
            };
        };
    };
    evolutionGoNewsletterLink: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The link of the channel */
                    key: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: unknown;
                    };
                };
            };
        };
    };
    evolutionGoNewsletterSubscribe: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The channel */
                    jid: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: unknown;
                    };
                };
            };
        };
    };
    evolutionGoNewsletterFollow: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The channel */
                    jid: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: unknown;
                    };
                };
            };
        };
    };
    evolutionGoNewsletterUnfollow: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The channel */
                    jid: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        message: "success";
                        data: unknown;
                    };
                };
            };
        };
    };
    evolutionGoSendCarousel: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoSendEvent: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoNewsletterCreate: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoNewsletterMessages: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoCommunityCreate: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoCommunityAdd: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoCommunityRemove: {
        parameters: {
            header?: {
                /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
                instanceId?: components["parameters"]["InstanceIdHeader"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    evolutionGoGetInstanceLogsInstanceId: {
        parameters: {
            path: {
                instanceId: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EvolutionGoAnswer"];
                };
            };
        };
    };
    getEventFindByInstanceName: {
        parameters: {
            query?: {
                /** @description The sequence after which to begin */
                after?: number;
                /** @description One event type, in any case */
                event?: components["parameters"]["EventQuery"];
                /** @description How many at most; a page also ends after about 8 MiB, then `next` goes on */
                limit?: number;
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
        };
    };
    getEventSearchByInstanceName: {
        parameters: {
            query?: {
                /** @description One event type, in any case */
                event?: components["parameters"]["EventQuery"];
                /** @description Only events of this chat, group or person: a phone number or a JID */
                chat?: string;
                /** @description Stands somewhere in the body; letters from A to Z in either case */
                text?: string;
                /** @description The id of the event, or of a message, call or group that it is about */
                id?: string;
                /** @description The sequence after which the search ends */
                after?: number;
                /** @description The sequence before which to begin: `next` of the page before */
                before?: number;
                /** @description How many at most. A search looks through 20 000 events at a time, and a page ends after about 8 MiB: it may then be shorter, and `next` goes on */
                limit?: number;
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["FoundEvents"];
                };
            };
        };
    };
    getDeliverySearch: {
        parameters: {
            query?: {
                /** @description Name of one instance. Default: the instance of the key; with the global key every instance */
                instance?: components["parameters"]["InstanceQuery"];
                state?: "waiting" | "sending" | "delivered" | "discarded";
                /** @description One event type, in any case */
                event?: components["parameters"]["EventQuery"];
                destination?: "webhook" | "global-webhook" | "amqp" | "global-amqp" | "nats" | "global-nats";
                /** @description Only the deliveries of this event */
                eventId?: string;
                /** @description Created at or after */
                from?: components["parameters"]["FromQuery"];
                /** @description Created at or before */
                to?: components["parameters"]["ToQuery"];
                /** @description The delivery id before which to begin: `next` of the page before */
                before?: string;
                /** @description How many at most. A search looks through 40 000 deliveries at a time: a page may then be shorter, and `next` goes on */
                limit?: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["FoundDeliveries"];
                };
            };
        };
    };
    getDeliveryCount: {
        parameters: {
            query?: {
                /** @description Name of one instance. Default: the instance of the key; with the global key every instance */
                instance?: components["parameters"]["InstanceQuery"];
                state?: "delivered" | "discarded" | "waiting";
                /** @description Created at or after */
                from?: components["parameters"]["FromQuery"];
                /** @description Created at or before */
                to?: components["parameters"]["ToQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["DeliveryCount"];
                };
            };
        };
    };
    getDeliveryFindByInstanceName: {
        parameters: {
            query?: {
                /** @description waiting, sending, delivered, discarded */
                state?: string;
                /** @description The delivery id after which to begin */
                after?: string;
                /** @description How many at most */
                limit?: components["parameters"]["LimitQuery"];
            };
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
        };
    };
    getDeliveryByDeliveryId: {
        parameters: {
            path: {
                deliveryId: components["parameters"]["DeliveryIdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["DeliveryWithAttempts"];
                };
            };
        };
    };
    postDeliveryRedeliverByInstanceName: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RedeliveryRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                content: {
                    "application/json": components["schemas"]["RedeliveryResult"];
                };
            };
        };
    };
    getDeliveryRequestByDeliveryId: {
        parameters: {
            path: {
                deliveryId: components["parameters"]["DeliveryIdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["DeliveryRequest"];
                };
            };
        };
    };
    postWsTicket: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WebSocketTicket"];
                };
            };
        };
    };
    postSandboxByInstanceNamePasskey: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceDone"];
                };
            };
        };
    };
    postSandboxByInstanceNameDrop: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceDone"];
                };
            };
        };
    };
    postSandboxByInstanceNameRemove: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceDone"];
                };
            };
        };
    };
    postSandboxByInstanceNameMessage: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "text" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contact" | "poll" | "reaction" | "edit" | "revoke" | "vote";
                    /** @description Who writes: digits or a JID */
                    from: string;
                    text?: string;
                    caption?: string;
                    /** @description The file; absent: a smallest real one of the kind */
                    base64?: string;
                    mimetype?: string;
                    /** @description Of a document */
                    fileName?: string;
                    /** @description What the sender is called */
                    pushName?: string;
                    /** @description The group written in, or status@broadcast: digits or a JID */
                    group?: string;
                    /** @description The message that it answers: its id */
                    quoted?: string;
                    /** @description The message that a reaction, edit, revoke or vote is about: its id */
                    about?: string;
                    /** @description Of a poll; of a vote the chosen ones, none to take it back */
                    options?: string[];
                    /** @description Of a location or a poll */
                    name?: string;
                    latitude?: number;
                    longitude?: number;
                    /** @description Of a location */
                    address?: string;
                    /** @description Of a contact */
                    contacts?: {
                        /** @description Of the person */
                        fullName: string;
                        /** @description Of the person */
                        phoneNumber: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        messageId: string;
                    };
                };
            };
        };
    };
    postSandboxByInstanceNameLoad: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    messages: number;
                    /** @description Absent: as fast as they can be written */
                    perSecond?: number;
                    /** @description Contacts who write in turn */
                    chats?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceDone"];
                };
            };
        };
    };
    getSandboxByInstanceNameSent: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": ({
                        id: string;
                        number: string;
                        remoteJid: string;
                        /** @description Seconds since 1970 */
                        timestamp: number;
                        /** @description The id of the message that it answers */
                        quoted?: string;
                        mentioned?: string[];
                        mentionsEveryone?: boolean;
                        /** @description Of a status: who can see it */
                        audience?: string[];
                        text: string;
                        preview?: {
                            url: string;
                            title: string;
                            description: string;
                            /** @description JPEG in base64 */
                            thumbnail?: string;
                        };
                    } | {
                        id: string;
                        number: string;
                        remoteJid: string;
                        /** @description Seconds since 1970 */
                        timestamp: number;
                        /** @description The id of the message that it answers */
                        quoted?: string;
                        mentioned?: string[];
                        mentionsEveryone?: boolean;
                        /** @description Of a status: who can see it */
                        audience?: string[];
                        /** @enum {string} */
                        kind: "image" | "video" | "audio" | "document" | "voice" | "ptv" | "sticker";
                        mimetype: string;
                        /** @description Bytes of the file, which is not kept */
                        size: number;
                        caption?: string;
                        fileName?: string;
                        /** @constant */
                        viewOnce?: true;
                    } | {
                        id: string;
                        number: string;
                        remoteJid: string;
                        /** @description Seconds since 1970 */
                        timestamp: number;
                        /** @description The id of the message that it answers */
                        quoted?: string;
                        mentioned?: string[];
                        mentionsEveryone?: boolean;
                        /** @description Of a status: who can see it */
                        audience?: string[];
                        /** @enum {string} */
                        kind: "location" | "contacts" | "poll" | "template" | "reaction" | "vote" | "edit" | "revoke" | "forward";
                        /** @description In WhatsApp's own spelling */
                        message: {
                            [key: string]: unknown;
                        };
                    })[];
                };
            };
        };
    };
    getSandboxByInstanceNameActions: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** Format: date-time */
                        at: string;
                        /** @enum {string} */
                        action: "read" | "played" | "block" | "unblock" | "reject" | "profileName" | "profileStatus" | "profilePicture" | "groupPicture" | "privacy" | "watch" | "unwatch" | "archive" | "unarchive" | "unread" | "pin" | "unpin" | "mute" | "unmute" | "label" | "unlabel" | "editLabel" | "deleteLabel" | "composing" | "recording" | "paused" | "available" | "unavailable";
                        /** @description A JID; absent: of the account as a whole */
                        chat?: string;
                        messageIds?: string[];
                        /**
                         * Format: date-time
                         * @description Of a chat that was muted; absent: for ever
                         */
                        until?: string;
                        labelId?: string;
                        /** @description Of a call that was rejected */
                        callId?: string;
                        /** @description What was set: a text, the size of a picture, privacy as JSON */
                        value?: string;
                    }[];
                };
            };
        };
    };
    postSandboxByInstanceNameHistory: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Who writes: digits or a JID */
                    from: string;
                    text?: string;
                    caption?: string;
                    /** @description The file; absent: a smallest real one of the kind */
                    base64?: string;
                    mimetype?: string;
                    /** @description Of a document */
                    fileName?: string;
                    /** @description What the sender is called */
                    pushName?: string;
                    /** @description The group written in, or status@broadcast: digits or a JID */
                    group?: string;
                    /** @description Of a poll; of a vote the chosen ones, none to take it back */
                    options?: string[];
                    /** @description Of a location or a poll */
                    name?: string;
                    latitude?: number;
                    longitude?: number;
                    /** @description Of a location */
                    address?: string;
                    /** @description Of a contact */
                    contacts?: {
                        /** @description Of the person */
                        fullName: string;
                        /** @description Of the person */
                        phoneNumber: string;
                    }[];
                    /** @enum {string} */
                    kind: "text" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contact" | "poll";
                    /**
                     * Format: date-time
                     * @description When it was sent
                     */
                    sentAt: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": {
                        messageId: string;
                    };
                };
            };
        };
    };
    postSandboxByInstanceNameChat: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The chat: digits or a JID */
                    chat: string;
                    archived?: boolean;
                    pinned?: boolean;
                    muted?: boolean;
                    /**
                     * Format: date-time
                     * @description Of `muted`; absent: for ever
                     */
                    mutedUntil?: string;
                    /** @description Marked as unread, or as read again */
                    unread?: boolean;
                    /** @constant */
                    deleted?: true;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceDone"];
                };
            };
        };
    };
    postSandboxByInstanceNameContact: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Who: digits or a JID */
                    number: string;
                    /** @description The address that hides the number: digits or a JID */
                    lid?: string;
                    /** @description As the contact calls itself now */
                    name?: string;
                    /** @enum {string} */
                    picture?: "changed" | "removed";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceDone"];
                };
            };
        };
    };
    postSandboxByInstanceNameTemplate: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the template */
                    name: string;
                    /** @description Such as en or pt_BR */
                    language: string;
                    /** @enum {string} */
                    status?: "APPROVED" | "PENDING" | "REJECTED" | "PAUSED" | "DISABLED" | "FLAGGED";
                    /** @enum {string} */
                    quality?: "GREEN" | "YELLOW" | "RED";
                    /** @description Why, as its event has it */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceDone"];
                };
            };
        };
    };
    postSandboxByInstanceNameScan: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The phone's own; absent: the number of the instance, else an invented one */
                    number?: string;
                    /** @description What the account calls itself */
                    pushName?: string;
                    /** @description The account asks for its passkey before it is linked */
                    passkey?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceDone"];
                };
            };
        };
    };
    postSandboxByInstanceNamePair: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description With or without its dash */
                    code: string;
                    /** @description The account asks for its passkey before it is linked */
                    passkey?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceDone"];
                };
            };
        };
    };
    postSandboxByInstanceNameReceipt: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    state: "Read" | "ReadSelf" | "Delivered";
                    /** @description Where the messages are: digits or a JID */
                    chat: string;
                    messageIds: string[];
                    /** @description Who read or received them; absent: the chat: digits or a JID */
                    from?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceDone"];
                };
            };
        };
    };
    postSandboxByInstanceNameCall: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    step: "offer" | "relayLatency" | "terminate";
                    callId: string;
                    /** @description Who calls: digits or a JID */
                    from: string;
                    /** @description Of a termination; absent: timeout */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceDone"];
                };
            };
        };
    };
    postSandboxByInstanceNameGroup: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    step: "joined" | "info" | "request";
                    /** @description The group: digits or a JID */
                    jid: string;
                    /** @description Its name */
                    name?: string;
                    /** @description Its description; empty: deleted */
                    topic?: string;
                    join?: string[];
                    leave?: string[];
                    promote?: string[];
                    demote?: string[];
                    /** @description Who did it; absent: the account itself: digits or a JID */
                    from?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceDone"];
                };
            };
        };
    };
    postSandboxByInstanceNameNewsletter: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The channel: digits or a JID */
                    jid: string;
                    /** @description Its name */
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceDone"];
                };
            };
        };
    };
    postSandboxByInstanceNameAck: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description A message that was sent; absent: those that are sent from now on */
                    messageId?: string;
                    /** @enum {string} */
                    status?: "None" | "ServerAck" | "Delivered" | "Read" | "Played" | "Error";
                    /** @description Of a refusal, such as 463 or 479 */
                    code?: number;
                    /** @description Until the answer; absent: 0 */
                    delayMs?: number;
                    /** @description How many of the next messages it is for; absent: all */
                    times?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceDone"];
                };
            };
        };
    };
    postSandboxByInstanceNameLimits: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description While they are locked, `until` says how long */
                    newChats: {
                        locked: boolean;
                        /** Format: date-time */
                        until?: string;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceDone"];
                };
            };
        };
    };
    postSandboxByInstanceNamePresence: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Who is online, writes or records: digits or a JID */
                    from: string;
                    /** @enum {string} */
                    presence: "composing" | "recording" | "paused" | "available" | "unavailable";
                    /** @description The group written in; absent: the chat with the account: digits or a JID */
                    group?: string;
                    /**
                     * Format: date-time
                     * @description Of `unavailable`; absent: the contact does not show it
                     */
                    lastSeen?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceDone"];
                };
            };
        };
    };
    postSandboxByInstanceNameLabel: {
        parameters: {
            path: {
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    step: "edit" | "delete" | "add" | "remove";
                    labelId: string;
                    /** @description Of `edit`, which makes the label or changes it */
                    name?: string;
                    /** @description Of `edit`; absent: 0 */
                    color?: number;
                    /** @description Of `add` and `remove`: the chat that has the label: digits or a JID */
                    chat?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceDone"];
                };
            };
        };
    };
    "getProviderWhatsapp-cloudWebhook": {
        parameters: {
            query: {
                /** @description `subscribe` */
                "hub.mode": components["parameters"]["HubModeQuery"];
                /** @description META_VERIFY_TOKEN, or the instance's own verifyToken */
                "hub.verify_token": components["parameters"]["HubVerifyTokenQuery"];
                /** @description Comes back as the answer */
                "hub.challenge": components["parameters"]["HubChallengeQuery"];
            };
        };
        responses: {
            /** @description The challenge */
            200: {
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    "postProviderWhatsapp-cloudWebhook": {
        parameters: {
            header?: {
                /** @description `sha256=` and the HMAC-SHA256 of the body with the app secret, in hex */
                "x-hub-signature-256"?: components["parameters"]["XHubSignature256Header"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    object?: "whatsapp_business_account";
                    entry?: Record<string, unknown>[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    "getProviderWhatsapp-cloudWebhookByInstanceName": {
        parameters: {
            query: {
                /** @description `subscribe` */
                "hub.mode": components["parameters"]["HubModeQuery"];
                /** @description META_VERIFY_TOKEN, or the instance's own verifyToken */
                "hub.verify_token": components["parameters"]["HubVerifyTokenQuery"];
                /** @description Comes back as the answer */
                "hub.challenge": components["parameters"]["HubChallengeQuery"];
            };
            path: {
                /** @description Of an instance with an app secret of its own */
                instanceName: string;
            };
        };
        responses: {
            /** @description The challenge */
            200: {
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    "postProviderWhatsapp-cloudWebhookByInstanceName": {
        parameters: {
            header?: {
                /** @description `sha256=` and the HMAC-SHA256 of the body with the app secret, in hex */
                "x-hub-signature-256"?: components["parameters"]["XHubSignature256Header"];
            };
            path: {
                /** @description Of an instance with an app secret of its own */
                instanceName: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    object?: "whatsapp_business_account";
                    entry?: Record<string, unknown>[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
        };
    };
    getAuditFind: {
        parameters: {
            query?: {
                /** @description The id after which to begin */
                after?: number;
                /** @description How many at most */
                limit?: components["parameters"]["LimitQuery"];
                /** @description Of this action only */
                action?: string;
                /** @description Done to an instance that had this name */
                instanceName?: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
        };
    };
    getHealth: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Alive"];
                };
            };
        };
    };
    getServerOk: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Alive"];
                };
            };
        };
    };
    getReady: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    getMetrics: {
        responses: {
            /** @description Prometheus text */
            200: {
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getChannels: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Channels"];
                };
            };
        };
    };
    getNodes: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Nodes"];
                };
            };
        };
    };
    getApiV1Permissions: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PermissionCatalogueAnswer"];
                };
            };
        };
    };
    getApiV1Accounts: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page */
                page?: components["parameters"]["PageQuery"];
                /** @description Records on a page */
                pageSize?: components["parameters"]["PageSizeQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["AccountPage"];
                };
            };
        };
    };
    postApiV1Accounts: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    locale?: string;
                    support_email?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
        };
    };
    getApiV1AccountsById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
        };
    };
    deleteApiV1AccountsById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
        };
    };
    patchApiV1AccountsById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    locale?: string;
                    support_email?: string | null;
                    /** @enum {string} */
                    status?: "active" | "suspended";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
        };
    };
    getApiV1Users: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page */
                page?: components["parameters"]["PageQuery"];
                /** @description Records on a page */
                pageSize?: components["parameters"]["PageSizeQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
        };
    };
    postApiV1Users: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** Format: email */
                    email: string;
                    /** @description Key of a role of the account */
                    role?: string;
                    display_name?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            /** @description Accepted */
            202: {
                content: {
                    "application/json": components["schemas"]["InvitedAnswer"];
                };
            };
        };
    };
    getApiV1UsersById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
        };
    };
    deleteApiV1UsersById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
        };
    };
    patchApiV1UsersById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /** Format: email */
                    email?: string;
                    /** @description Key of a role of the account */
                    role?: string;
                    display_name?: string;
                    /** @enum {string} */
                    availability_status?: "online" | "offline" | "busy";
                    auto_offline?: boolean;
                    avatar_url?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
        };
    };
    getApiV1Invitations: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page */
                page?: components["parameters"]["PageQuery"];
                /** @description Records on a page */
                pageSize?: components["parameters"]["PageSizeQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ReceivedInvitationPage"];
                };
            };
        };
    };
    postApiV1InvitationsByIdAccept: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ReceivedInvitationAnswer"];
                };
            };
        };
    };
    postApiV1InvitationsByIdDecline: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ReceivedInvitationAnswer"];
                };
            };
        };
    };
    getApiV1AccountsByIdInvitations: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page */
                page?: components["parameters"]["PageQuery"];
                /** @description Records on a page */
                pageSize?: components["parameters"]["PageSizeQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["SentInvitationPage"];
                };
            };
        };
    };
    deleteApiV1AccountsByIdInvitationsByInvitation_id: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
                invitation_id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
        };
    };
    deleteApiV1MembershipsMe: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            account_id: string;
                            /** Format: uuid */
                            user_id: string;
                        };
                        meta: components["schemas"]["Meta"];
                        message: string;
                    };
                };
            };
        };
    };
    getApiV1Roles: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page */
                page?: components["parameters"]["PageQuery"];
                /** @description Records on a page */
                pageSize?: components["parameters"]["PageSizeQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["RolePage"];
                };
            };
        };
    };
    postApiV1Roles: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The key is made from it */
                    name: string;
                    description?: string;
                    permissions?: components["schemas"]["PermissionNames"];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["RoleAnswer"];
                };
            };
        };
    };
    getApiV1RolesById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["RoleAnswer"];
                };
            };
        };
    };
    deleteApiV1RolesById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
        };
    };
    patchApiV1RolesById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The key is made from it */
                    name?: string;
                    description?: string;
                    permissions?: components["schemas"]["PermissionNames"];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["RoleAnswer"];
                };
            };
        };
    };
    putApiV1RolesByIdPermissions: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    permissions: components["schemas"]["PermissionNames"];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["RoleAnswer"];
                };
            };
        };
    };
    getApiV1Access_tokens: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page */
                page?: components["parameters"]["PageQuery"];
                /** @description Records on a page */
                pageSize?: components["parameters"]["PageSizeQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["AccessTokenPage"];
                };
            };
        };
    };
    postApiV1Access_tokens: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * Format: uuid
                     * @description Default: the caller
                     */
                    user_id?: string;
                    account_id?: string | null;
                    scopes?: components["schemas"]["PermissionNames"];
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["AccessTokenWithSecretAnswer"];
                };
            };
        };
    };
    getApiV1Access_tokensById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["AccessTokenAnswer"];
                };
            };
        };
    };
    deleteApiV1Access_tokensById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
        };
    };
    patchApiV1Access_tokensById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    scopes?: components["schemas"]["PermissionNames"];
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["AccessTokenAnswer"];
                };
            };
        };
    };
    postApiV1Access_tokensByIdRotate: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": Record<string, unknown>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["AccessTokenWithSecretAnswer"];
                };
            };
        };
    };
    getApiV1Audit_logs: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page */
                page?: components["parameters"]["PageQuery"];
                /** @description Records on a page */
                pageSize?: components["parameters"]["PageSizeQuery"];
                resource?: "accounts" | "users" | "roles" | "access_tokens" | "pipelines" | "pipeline_stages" | "inboxes" | "inbox_members" | "mcp_servers" | "webhooks" | "audit_logs" | "invitations";
                resource_id?: string;
                /** @description Who did it */
                actor?: string;
                /** @description From then on */
                since?: string;
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["AuditLogPage"];
                };
            };
        };
    };
    getApiV1Pipelines: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page */
                page?: components["parameters"]["PageQuery"];
                /** @description Records on a page */
                pageSize?: components["parameters"]["PageSizeQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PipelinePage"];
                };
            };
        };
    };
    postApiV1Pipelines: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    pipeline: {
                        /** @description Unique in the account */
                        name: string;
                        description?: string;
                        /** @enum {string} */
                        pipeline_type?: "sales" | "support" | "onboarding" | "marketing" | "custom";
                        /** @enum {string} */
                        visibility?: "private" | "team" | "public";
                    };
                    /** @description In the order they are to have */
                    stages?: {
                        name: string;
                        /** @description Kept as given; default #3B82F6 */
                        color?: string;
                        /** @description 0 active, 1 completed, 2 cancelled; default 0 */
                        stage_type?: 0 | 1 | 2;
                        /** @description Up to 65536 bytes as JSON and 16 levels */
                        automation_rules?: Record<string, unknown>;
                        custom_fields?: {
                            attributes: string[];
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["CreatedPipelineAnswer"];
                };
            };
        };
    };
    getApiV1PipelinesByPipeline_id: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                pipeline_id: components["parameters"]["PipelineIdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PipelineAnswer"];
                };
            };
        };
    };
    deleteApiV1PipelinesByPipeline_id: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                pipeline_id: components["parameters"]["PipelineIdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
        };
    };
    patchApiV1PipelinesByPipeline_id: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                pipeline_id: components["parameters"]["PipelineIdPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    pipeline: {
                        /** @description Unique in the account */
                        name?: string;
                        description?: string;
                        /** @enum {string} */
                        pipeline_type?: "sales" | "support" | "onboarding" | "marketing" | "custom";
                        /** @enum {string} */
                        visibility?: "private" | "team" | "public";
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PipelineAnswer"];
                };
            };
        };
    };
    getApiV1PipelinesByPipeline_idPipeline_stages: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                pipeline_id: components["parameters"]["PipelineIdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PipelineStageList"];
                };
            };
        };
    };
    postApiV1PipelinesByPipeline_idPipeline_stages: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                pipeline_id: components["parameters"]["PipelineIdPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    pipeline_stage: {
                        name: string;
                        /** @description Kept as given; default #3B82F6 */
                        color?: string;
                        /** @description 0 active, 1 completed, 2 cancelled; default 0 */
                        stage_type?: 0 | 1 | 2;
                        /** @description Up to 65536 bytes as JSON and 16 levels */
                        automation_rules?: Record<string, unknown>;
                        custom_fields?: {
                            attributes: string[];
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["PipelineStageAnswer"];
                };
            };
        };
    };
    getApiV1PipelinesByPipeline_idPipeline_stagesById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                pipeline_id: components["parameters"]["PipelineIdPath"];
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PipelineStageAnswer"];
                };
            };
        };
    };
    deleteApiV1PipelinesByPipeline_idPipeline_stagesById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                pipeline_id: components["parameters"]["PipelineIdPath"];
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
        };
    };
    patchApiV1PipelinesByPipeline_idPipeline_stagesById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                pipeline_id: components["parameters"]["PipelineIdPath"];
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    pipeline_stage: {
                        name?: string;
                        /** @description Kept as given; default #3B82F6 */
                        color?: string;
                        /** @description 0 active, 1 completed, 2 cancelled; default 0 */
                        stage_type?: 0 | 1 | 2;
                        /** @description Up to 65536 bytes as JSON and 16 levels */
                        automation_rules?: Record<string, unknown>;
                        custom_fields?: {
                            attributes: string[];
                        };
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PipelineStageAnswer"];
                };
            };
        };
    };
    patchApiV1PipelinesByPipeline_idPipeline_stagesReorder: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                pipeline_id: components["parameters"]["PipelineIdPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Every stage of the pipeline once, the first one first */
                    stage_ids: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PipelineStageList"];
                };
            };
        };
    };
    getApiV1Inboxes: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page */
                page?: components["parameters"]["PageQuery"];
                /** @description Records on a page */
                pageSize?: components["parameters"]["PageSizeQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InboxPage"];
                };
            };
        };
    };
    postApiV1Inboxes: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    channel_type?: "api" | "whatsapp";
                    instance_name?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["InboxAnswer"];
                };
            };
        };
    };
    getApiV1InboxesById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InboxAnswer"];
                };
            };
        };
    };
    deleteApiV1InboxesById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
        };
    };
    patchApiV1InboxesById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /** @enum {string} */
                    channel_type?: "api" | "whatsapp";
                    instance_name?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InboxAnswer"];
                };
            };
        };
    };
    getApiV1Inbox_membersByInbox_id: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                inbox_id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
        };
    };
    postApiV1Inbox_members: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    inbox_id: string;
                    /** @description Users of the account */
                    user_ids: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
        };
    };
    deleteApiV1Inbox_members: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    inbox_id: string;
                    /** @description Users of the account */
                    user_ids: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
        };
    };
    patchApiV1Inbox_members: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    inbox_id: string;
                    /** @description Users of the account */
                    user_ids: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
        };
    };
    "getApiV1Mcp-servers": {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page */
                page?: components["parameters"]["PageQuery"];
                /** @description Records on a page */
                pageSize?: components["parameters"]["PageSizeQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["McpServerPage"];
                };
            };
        };
    };
    "postApiV1Mcp-servers": {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique in the account */
                    name: string;
                    /** @enum {string} */
                    config_type: "studio" | "sse";
                    description?: string;
                    /** @description Up to 65536 bytes as JSON and 16 levels */
                    config_json?: Record<string, unknown>;
                    /** @description Up to 65536 bytes as JSON and 16 levels */
                    environments?: Record<string, unknown>;
                    tools?: Record<string, unknown>[];
                    /** @enum {string} */
                    type?: "official" | "community";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["McpServerAnswer"];
                };
            };
        };
    };
    "getApiV1Mcp-serversById": {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["McpServerAnswer"];
                };
            };
        };
    };
    "putApiV1Mcp-serversById": {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Unique in the account */
                    name: string;
                    /** @enum {string} */
                    config_type: "studio" | "sse";
                    description?: string;
                    /** @description Up to 65536 bytes as JSON and 16 levels */
                    config_json?: Record<string, unknown>;
                    /** @description Up to 65536 bytes as JSON and 16 levels */
                    environments?: Record<string, unknown>;
                    tools?: Record<string, unknown>[];
                    /** @enum {string} */
                    type?: "official" | "community";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["McpServerAnswer"];
                };
            };
        };
    };
    "deleteApiV1Mcp-serversById": {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description No Content */
            204: {};
        };
    };
    "patchApiV1Mcp-serversById": {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Unique in the account */
                    name?: string;
                    /** @enum {string} */
                    config_type?: "studio" | "sse";
                    description?: string;
                    /** @description Up to 65536 bytes as JSON and 16 levels */
                    config_json?: Record<string, unknown>;
                    /** @description Up to 65536 bytes as JSON and 16 levels */
                    environments?: Record<string, unknown>;
                    tools?: Record<string, unknown>[];
                    /** @enum {string} */
                    type?: "official" | "community";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["McpServerAnswer"];
                };
            };
        };
    };
    getApiV1Webhooks: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page */
                page?: components["parameters"]["PageQuery"];
                /** @description Records on a page */
                pageSize?: components["parameters"]["PageSizeQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
        };
    };
    postApiV1Webhooks: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * Format: uri
                     * @description Without credentials; answers with 2xx within 30 s, or the event is sent again
                     */
                    url: string;
                    /** @description Absent or empty: ALL */
                    events?: ("ALL" | "pipeline_stage.created" | "pipeline_stage.updated" | "pipeline_stage.deleted" | "inbox_member.added" | "inbox_member.removed" | "mcp_server.deleted")[];
                    /** @description Default true */
                    enabled?: boolean;
                    /**
                     * @description The shape of deliveries, default gatehouse
                     * @enum {string}
                     */
                    format?: "gatehouse" | "evolution-api";
                    /** @description The event follows the path of the URL, with format evolution-api only */
                    by_events?: boolean;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretAnswer"];
                };
            };
        };
    };
    getApiV1WebhooksById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
        };
    };
    deleteApiV1WebhooksById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
        };
    };
    patchApiV1WebhooksById: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The ETag the change was made from, or `*`; another version answers 412 */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /**
                     * Format: uri
                     * @description Without credentials; answers with 2xx within 30 s, or the event is sent again
                     */
                    url?: string;
                    /** @description Absent or empty: ALL */
                    events?: ("ALL" | "pipeline_stage.created" | "pipeline_stage.updated" | "pipeline_stage.deleted" | "inbox_member.added" | "inbox_member.removed" | "mcp_server.deleted")[];
                    /** @description Default true */
                    enabled?: boolean;
                    /**
                     * @description The shape of deliveries, default gatehouse
                     * @enum {string}
                     */
                    format?: "gatehouse" | "evolution-api";
                    /** @description The event follows the path of the URL, with format evolution-api only */
                    by_events?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
        };
    };
    postApiV1WebhooksByIdRotate: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretAnswer"];
                };
            };
        };
    };
    postApiV1WebhooksByIdTest: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    event?: "pipeline_stage.created" | "pipeline_stage.updated" | "pipeline_stage.deleted" | "inbox_member.added" | "inbox_member.removed" | "mcp_server.deleted";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["CrmWebhookTestResultAnswer"];
                };
            };
        };
    };
    getApiV1WebhooksByIdDeliveries: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description waiting, sending, delivered, discarded */
                state?: string;
                /** @description Which come first; default oldest */
                order?: string;
                /** @description Oldest first: the delivery id after which to begin */
                after?: string;
                /** @description Newest first: the delivery id before which to begin */
                before?: string;
                /** @description How many at most */
                limit?: components["parameters"]["LimitQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookDeliveriesAnswer"];
                };
            };
        };
    };
    getApiV1WebhooksByIdDeliveriesByDelivery_id: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
                delivery_id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryWithAttemptsAnswer"];
                };
            };
        };
    };
    postApiV1WebhooksByIdRedeliver: {
        parameters: {
            query?: {
                /** @description The acting account; also as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description The acting account; needed when the user has several and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Delivery ids; not with other fields */
                    ids?: string[];
                    /** @enum {string} */
                    state?: "delivered" | "discarded" | "waiting";
                    /**
                     * Format: date-time
                     * @description Created at or after
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description Created at or before
                     */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                content: {
                    "application/json": components["schemas"]["WebhookRedeliveryAnswer"];
                };
            };
        };
    };
    onQRCode: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QRCodeEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onPairSuccess: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PairSuccessEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onConnected: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onOfflineSyncCompleted: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfflineSyncCompletedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onLoggedOut: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoggedOutEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onMessage: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onReceipt: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReceiptEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onCallOffer: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallOfferEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onCallRelayLatency: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallRelayLatencyEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onCallTerminate: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallTerminateEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onJoinedGroup: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinedGroupEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onGroupInfo: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupInfoEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onNewsletterJoin: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewsletterJoinEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onSendMessage: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendMessageEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onMessageStatus: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageStatusEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onUndecryptable: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndecryptableEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onPresence: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PresenceEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onChatPresence: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatPresenceEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onPasskeyRequest: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyRequestEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onLabel: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onLabelAssociation: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelAssociationEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onContactMerged: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactMergedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onChatUpdate: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatUpdateEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onContactUpdate: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactUpdateEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onTemplateUpdate: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateUpdateEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onPipelineStageCreated: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PipelineStageCreatedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onPipelineStageUpdated: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PipelineStageUpdatedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onPipelineStageDeleted: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PipelineStageDeletedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onInboxMemberAdded: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboxMemberAddedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onInboxMemberRemoved: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboxMemberRemovedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onMcpServerDeleted: {
        parameters: {
            header?: {
                /** @description The id of the event: the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description As Standard Webhooks say: over id, timestamp and body */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpServerDeletedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
}

/** The operations that are done once for one `Idempotency-Key`, however often they are asked. */
export const DONE_ONCE: ReadonlySet<string> = new Set([
  'POST /message/sendTemplate/{instanceName}',
  'POST /message/sendText/{instanceName}',
  'POST /message/sendLocation/{instanceName}',
  'POST /message/sendContact/{instanceName}',
  'POST /message/sendPoll/{instanceName}',
  'POST /message/sendPollVote/{instanceName}',
  'POST /message/sendReaction/{instanceName}',
  'POST /message/forward/{instanceName}',
  'POST /chat/updateMessage/{instanceName}',
  'DELETE /chat/deleteMessageForEveryone/{instanceName}',
  'POST /message/sendList/{instanceName}',
  'POST /message/sendButtons/{instanceName}',
  'POST /message/sendMedia/{instanceName}',
  'POST /message/sendWhatsAppAudio/{instanceName}',
  'POST /message/sendPtv/{instanceName}',
  'POST /message/sendSticker/{instanceName}',
  'POST /message/sendStatus/{instanceName}',
  'POST /group/create/{instanceName}',
  'POST /group/sendInvite/{instanceName}',
  'POST /send/text',
  'POST /send/link',
  'POST /send/media',
  'POST /send/poll',
  'POST /send/sticker',
  'POST /send/location',
  'POST /send/contact',
  'POST /send/button',
  'POST /send/list',
  'POST /send/status/text',
  'POST /send/status/media',
  'POST /send/pollVote',
  'POST /send/carousel',
  'POST /send/event',
  'POST /api/v1/accounts',
  'POST /api/v1/users',
  'POST /api/v1/invitations/{id}/accept',
  'POST /api/v1/invitations/{id}/decline',
  'POST /api/v1/roles',
  'POST /api/v1/access_tokens',
  'POST /api/v1/access_tokens/{id}/rotate',
  'POST /api/v1/pipelines',
  'POST /api/v1/pipelines/{pipeline_id}/pipeline_stages',
  'POST /api/v1/inboxes',
  'POST /api/v1/inbox_members',
  'POST /api/v1/mcp-servers',
  'POST /api/v1/webhooks',
  'POST /api/v1/webhooks/{id}/rotate',
  'POST /api/v1/webhooks/{id}/test',
  'POST /api/v1/webhooks/{id}/redeliver',
]);
