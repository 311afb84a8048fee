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
    "/instance/connectionState/{instanceName}": {
        /**
         * State of the connection, with its reason
         * @description Needs a key with the scope `read`.
         */
        get: operations["getInstanceConnectionStateByInstanceName"];
    };
    "/instance/states/{instanceName}": {
        /**
         * The states an instance was in, with their reasons
         * @description Every change of phase or reason, as it was recorded; the last 200 are kept. Needs a key with the scope `read`.
         */
        get: operations["getInstanceStatesByInstanceName"];
    };
    "/instance/limits/{instanceName}": {
        /**
         * What the platform lets the account do at the moment
         * @description As the platform said it last; nothing is asked. While new chats are locked, a first message to somebody is a conflict that names the end. Needs a key with the scope `read`.
         */
        get: operations["getInstanceLimitsByInstanceName"];
    };
    "/instance/connect/{instanceName}": {
        /**
         * Connect an instance and get the code to pair it with
         * @description Waits up to 10 seconds for the first code. Without one by then the failure names the reason; a log-out meanwhile is a conflict. A code that is current is answered as it is; a new `number` replaces it. An instance that is open already answers empty fields and its state. While WhatsApp asks for the passkey of the account, `passkey` has the links and the code of the ceremony. A call that changes nothing and need not wait leaves no row in the audit. Needs a key with the scope `connect`.
         */
        get: operations["getInstanceConnectByInstanceName"];
    };
    "/instance/connect": {
        /**
         * Connect an instance and set where its events go
         * @description A partial update: what is absent stays. What changes settings needs the scope `settings` too. An instance has one event list, here and in webhook/set. A `webhookUrl` of another scheme, host or port drops the headers stored for the former one, which `headersDropped` names, and its `verifyToken`. Needs a key with the scope `connect`.
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
    "/instance/disconnect/{instanceName}": {
        /**
         * Close the connection of an instance and keep it paired
         * @description It stays closed until it is connected by request, over restarts of the service too. Its platform keeps what arrives meanwhile. Needs a key with the scope `connect`.
         */
        post: operations["postInstanceDisconnectByInstanceName"];
    };
    "/instance/logout/{instanceName}": {
        /**
         * Unpair an instance
         * @description The id of the instance may stand for its name. Needs a key with the scope `connect`.
         */
        delete: operations["deleteInstanceLogoutByInstanceName"];
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
         * @description The present key stays good for `graceSeconds`, and keys before it for the time that they were given; without `graceSeconds` all of them end at once. Conflict when five keys would stay good beside the new one. A key with every scope may replace itself, by one that lives no longer. Needs a key with the scope `read` and `send` and `settings` and `connect`.
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
    "/webhook/set/{instanceName}": {
        /**
         * Configure the event webhook of an instance
         * @description Replaces the record whole; what is absent gets its default, except for `format`, which stays as it was chosen. Names of events that older systems know and that never happen here are accepted; the message lists them. Needs a key with the scope `settings`.
         */
        post: operations["postWebhookSetByInstanceName"];
    };
    "/webhook/find/{instanceName}": {
        /**
         * The event webhook of an instance
         * @description Header values are masked, and for a key without `settings` the query values of the URL; null while none was ever set. Needs a key with the scope `read`.
         */
        get: operations["getWebhookFindByInstanceName"];
    };
    "/webhook/endpoints/{instanceName}": {
        /**
         * Every place that the events of an instance go to
         * @description Its webhooks, of which webhook/set changes the one called `default`, then its queues and feed and those of all instances, switched on or not. Needs a key with the scope `read`.
         */
        get: operations["getWebhookEndpointsByInstanceName"];
        /**
         * Add an endpoint to an instance
         * @description A further webhook, with events, headers, retries and a signing secret of its own. An instance may have as many as ENDPOINTS_PER_INSTANCE says beside `default`. Needs a key with the scope `settings`.
         */
        post: operations["postWebhookEndpointsByInstanceName"];
    };
    "/webhook/endpoints/{instanceName}/{endpointId}": {
        /**
         * One endpoint of an instance
         * @description Of a webhook of the instance the answer has its version as `ETag`. Needs a key with the scope `read`.
         */
        get: operations["getWebhookEndpointsByInstanceNameByEndpointId"];
        /**
         * Delete an endpoint of an instance
         * @description Nothing goes there after the answer, and what waits for it is discarded. `default` cannot be deleted. Needs a key with the scope `settings`.
         */
        delete: operations["deleteWebhookEndpointsByInstanceNameByEndpointId"];
        /**
         * Change an endpoint of an instance
         * @description What is absent stays. What waits for it goes to the new URL, or is discarded when it is disabled; nothing goes to the old URL after the answer. `enabled: true` sends what waits at one that was switched off for its failures. The events of `default` are also those of queues and of the feed. Needs a key with the scope `settings`.
         */
        patch: operations["patchWebhookEndpointsByInstanceNameByEndpointId"];
    };
    "/webhook/endpoints/{instanceName}/{endpointId}/recover": {
        /**
         * Send events of a time once more to an endpoint
         * @description Everything of the time, or what the endpoint missed, in the order of the events and beside what is new, which never waits for it. It goes on after a restart; the requests have the header x-gatehouse-replay. An endpoint may have 3 that are not over. Needs a key with the scope `settings`.
         */
        post: operations["postWebhookEndpointsByInstanceNameByEndpointIdRecover"];
    };
    "/webhook/endpoints/{instanceName}/{endpointId}/recoveries": {
        /**
         * The recoveries of an endpoint, the newest first
         * @description At most 100; one that is over is kept for as long as deliveries are. Needs a key with the scope `read`.
         */
        get: operations["getWebhookEndpointsByInstanceNameByEndpointIdRecoveries"];
    };
    "/webhook/endpoints/{instanceName}/{endpointId}/recoveries/{recoveryId}": {
        /**
         * One recovery of an endpoint, and how far it has come
         * @description Needs a key with the scope `read`.
         */
        get: operations["getWebhookEndpointsByInstanceNameByEndpointIdRecoveriesByRecoveryId"];
    };
    "/webhook/endpoints/{instanceName}/{endpointId}/recoveries/{recoveryId}/pause": {
        /**
         * Pause a recovery
         * @description Nothing more of it is sent until it is resumed; what is under way ends. Needs a key with the scope `settings`.
         */
        post: operations["postWebhookEndpointsByInstanceNameByEndpointIdRecoveriesByRecoveryIdPause"];
    };
    "/webhook/endpoints/{instanceName}/{endpointId}/recoveries/{recoveryId}/resume": {
        /**
         * Resume a recovery
         * @description It goes on where it was. Needs a key with the scope `settings`.
         */
        post: operations["postWebhookEndpointsByInstanceNameByEndpointIdRecoveriesByRecoveryIdResume"];
    };
    "/webhook/endpoints/{instanceName}/{endpointId}/recoveries/{recoveryId}/cancel": {
        /**
         * Cancel a recovery
         * @description Nothing more of it is sent: what it has found and not yet sent is discarded. What is under way ends. Needs a key with the scope `settings`.
         */
        post: operations["postWebhookEndpointsByInstanceNameByEndpointIdRecoveriesByRecoveryIdCancel"];
    };
    "/webhook/endpoints/{instanceName}/filter/test": {
        /**
         * Which kept events a filter would have sent
         * @description Looks at up to 10000 kept events, the newest first, and at fewer if they cost more than half a second; nothing is sent or changed. Files in bodies are left out, and so are keys. For a customer's page it looks at the events of the newest 1000 deliveries to the customer's endpoints, without pairing codes. Needs a key with the scope `read`.
         */
        post: operations["postWebhookEndpointsByInstanceNameFilterTest"];
    };
    "/webhook/endpoints/{instanceName}/transform/test": {
        /**
         * What a transform makes of a kept event
         * @description Nothing is sent or changed. Files in bodies are left out, and keys of instances are masked. Where no such event is kept, a sample is taken. For a customer's page only events count that were sent to the customer's endpoints; of pairing codes it gets samples. Needs a key with the scope `read`.
         */
        post: operations["postWebhookEndpointsByInstanceNameTransformTest"];
    };
    "/webhook/secret/{instanceName}": {
        /**
         * The secret that signs the deliveries of an instance
         * @description Every endpoint that is a webhook has its own. Needs a key with the scope `settings`.
         */
        get: operations["getWebhookSecretByInstanceName"];
    };
    "/webhook/secret/rotate/{instanceName}": {
        /**
         * Replace the signing secret
         * @description Each replaced secret of the endpoint also signs for 24 hours. Conflict while five secrets sign. Needs a key with the scope `settings`.
         */
        post: operations["postWebhookSecretRotateByInstanceName"];
    };
    "/webhook/test/{instanceName}": {
        /**
         * Post a sample event to an endpoint, once
         * @description The sample is marked `"test": true`; it is neither retried nor recorded. The answer says what was sent, what came back, and what to do about a failure. Conflict when no webhook is set and enabled. Needs a key with the scope `settings`.
         */
        post: operations["postWebhookTestByInstanceName"];
    };
    "/label/findLabels/{instanceName}": {
        /**
         * The labels of the account, or of one chat
         * @description As WhatsApp last told them, also while the instance is not connected. Empty until the phone of the account has shared its keys. Needs a key with the scope `read`.
         */
        get: operations["getLabelFindLabelsByInstanceName"];
    };
    "/message/sendText/{instanceName}": {
        /**
         * Send a text
         * @description An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendTextByInstanceName"];
    };
    "/message/sendLocation/{instanceName}": {
        /**
         * Send a location
         * @description An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendLocationByInstanceName"];
    };
    "/message/sendContact/{instanceName}": {
        /**
         * Send cards of contacts
         * @description An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendContactByInstanceName"];
    };
    "/message/sendPoll/{instanceName}": {
        /**
         * Send a poll
         * @description An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendPollByInstanceName"];
    };
    "/message/sendPollVote/{instanceName}": {
        /**
         * Vote in a poll
         * @description The poll must have been sent or received through the instance, and still be stored. A later vote takes the place of the one before. An option that the poll does not have, and more of them than one person may choose, are a bad request; a poll that came without its secret is a conflict. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendPollVoteByInstanceName"];
    };
    "/message/sendReaction/{instanceName}": {
        /**
         * React to a message
         * @description A message that is not stored needs its whole key: `id`, `remoteJid`, `fromMe`, and in a group `participant`. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendReactionByInstanceName"];
    };
    "/message/forward/{instanceName}": {
        /**
         * Forward a message
         * @description The message must have been sent or received through the instance, and still be stored. A file is not uploaded again: the recipient gets it for as long as the platform has it. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
         */
        post: operations["postMessageForwardByInstanceName"];
    };
    "/chat/updateMessage/{instanceName}": {
        /**
         * Edit a text or a caption
         * @description Of what the account sent in the last 15 minutes: anything else is a bad request, what is older a conflict, since phones pass both over. A `number` beside the key is ignored. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
         */
        post: operations["postChatUpdateMessageByInstanceName"];
    };
    "/chat/deleteMessageForEveryone/{instanceName}": {
        /**
         * Remove a message for everyone
         * @description One of the account, or in a group where the account is an admin anybody's. Phones remove what is at most about two days old. A message that is not stored needs its whole key: `id`, `remoteJid`, `fromMe`, and in a group `participant`. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
         */
        delete: operations["deleteChatDeleteMessageForEveryoneByInstanceName"];
    };
    "/message/sendList/{instanceName}": {
        /**
         * Send a list, or its rows as a poll or text
         * @description Instances of the official API send them as they are; of others this is true: Phones do not show lists and buttons of personal WhatsApp accounts. Send a text or a poll, or say "fallback": "poll" to send the choices as one. To try them nevertheless, say "interactive": "try" or set INTERACTIVE_ON_PHONES=true. What is tried goes in a form that WhatsApp means for businesses of its own. If WhatsApp refuses it (405, 473, 479), the fallback is sent under the same id, and `MessageStatus` says in `Form` as what the choices went. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendListByInstanceName"];
    };
    "/message/sendButtons/{instanceName}": {
        /**
         * Send buttons, or reply buttons as a poll or text
         * @description Instances of the official API send them as they are; of others this is true: Phones do not show lists and buttons of personal WhatsApp accounts. Send a text or a poll, or say "fallback": "poll" to send the choices as one. To try them nevertheless, say "interactive": "try" or set INTERACTIVE_ON_PHONES=true. What is tried goes in a form that WhatsApp means for businesses of its own. If WhatsApp refuses it (405, 473, 479), the fallback is sent under the same id, and `MessageStatus` says in `Form` as what the choices went. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendButtonsByInstanceName"];
    };
    "/message/sendCarousel/{instanceName}": {
        /**
         * Send cards with buttons side by side, or all of it as a text
         * @description Instances of the official API send carousels as templates, and refuse this with 400. Phones do not show carousels of personal WhatsApp accounts: send each card as an image with a caption, or say "fallback": "text" to send all as one text. To try them nevertheless, say "interactive": "try" or set INTERACTIVE_ON_PHONES=true. What is tried goes in a form that WhatsApp means for businesses of its own. If WhatsApp refuses it (405, 473, 479), the fallback is sent under the same id, and `MessageStatus` says in `Form` as what the choices went. A poll is made of the reply buttons of all cards; the files are in neither fallback. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendCarouselByInstanceName"];
    };
    "/message/sendFlow/{instanceName}": {
        /**
         * Send a form (flow) to be filled in
         * @description Instances of the official API and the sandbox send it. Paired phones do not send forms (flows), only instances of the official API do. Ask by a text, or send a link to a page with the form. What is filled in comes as a `Message` that quotes it, with the token and the fields in `interactiveResponseMessage.nativeFlowResponseMessage.paramsJson`. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendFlowByInstanceName"];
    };
    "/message/sendMedia/{instanceName}": {
        /**
         * Send an image, a video, audio or a document
         * @description A URL is fetched within 30 seconds, over at most 3 redirects, and only from where webhooks may go; a file that cannot be fetched is a bad request, one of more than 16 MiB is too large. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendMediaByInstanceName"];
    };
    "/message/sendWhatsAppAudio/{instanceName}": {
        /**
         * Send a voice note
         * @description Opus in Ogg is sent as it is, with its length and a waveform. WebM with Opus is repacked, MP3 and WAV are encoded; anything else is a bad request. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendWhatsAppAudioByInstanceName"];
    };
    "/message/sendPtv/{instanceName}": {
        /**
         * Send a video that is shown round
         * @description MP4 is sent as it is; phones show the middle of it. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendPtvByInstanceName"];
    };
    "/message/sendSticker/{instanceName}": {
        /**
         * Send a sticker
         * @description WebP is sent as it is, moving or not. Any other picture becomes WebP of 512 by 512 pixels, with transparent edges where it is not square. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendStickerByInstanceName"];
    };
    "/message/sendStatus/{instanceName}": {
        /**
         * Post a status
         * @description It is shown for a day to those who are named, and to nobody else; one who is not on the platform is a bad request, and then nothing is posted. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
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
         * @description The platform reviews that of a whatsapp-cloud instance; any other is approved at once. A whatsapp instance sends it as a text, so cards, offers, places and buttons that no text can say are refused. Needs a key with the scope `settings`.
         */
        post: operations["postTemplateCreateByInstanceName"];
    };
    "/template/edit/{instanceName}": {
        /**
         * Change a message template
         * @description Name and language stay. Needs a key with the scope `settings`.
         */
        post: operations["postTemplateEditByInstanceName"];
    };
    "/template/delete/{instanceName}": {
        /**
         * Delete a message template
         * @description Needs a key with the scope `settings`.
         */
        delete: operations["deleteTemplateDeleteByInstanceName"];
    };
    "/message/sendTemplate/{instanceName}": {
        /**
         * Send a template
         * @description The text that its reader sees is in `message`. A whatsapp instance sends it as a text with a line for each button, below its file if it has one. A template that is not approved is a conflict; parameters that do not fit it are a bad request. An instance that is not connected is a conflict, unless the message is scheduled. 502: the platform has not said whether it took the message, which is not sent again; its status says so when that is known, and the text gives the id to ask for. When the text says that the message was not sent, it can be sent again. Needs a key with the scope `send`.
         */
        post: operations["postMessageSendTemplateByInstanceName"];
    };
    "/chat/markMessageAsRead/{instanceName}": {
        /**
         * Mark messages as read
         * @description Messages that the account itself sent are passed over. One that is not stored needs `remoteJid`, and in a group `participant`. Those who wrote them see it, unless the account's privacy settings say otherwise. Needs a key with the scope `send`.
         */
        post: operations["postChatMarkMessageAsReadByInstanceName"];
    };
    "/chat/markMessageAsPlayed/{instanceName}": {
        /**
         * Mark voice notes as played
         * @description Messages that the account itself sent are passed over. One that is not stored needs `remoteJid`, and in a group `participant`. A message without sound is a bad request. Needs a key with the scope `send`.
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
         * @description In the order of `numbers`. One that cannot be a phone number has a row with the reason, and the others are looked up. Who is found is remembered for 30 days, that nobody is for one day; the rest is asked at 50 numbers a second, since WhatsApp bans accounts that ask faster. Brazilian, Mexican and Argentinian numbers are tried with and without the digit that was added to them. Needs a key with the scope `send`.
         */
        post: operations["postChatWhatsappNumbersByInstanceName"];
    };
    "/chat/mergeContacts/{instanceName}": {
        /**
         * Merge contacts and chats that are the same person
         * @description A person who is stored under a number and under a LID becomes one contact with one chat, and a `ContactMerged` event says so. This happens by itself; run it when two chats of one person are left, as after a crash or with data of an older version. It may be run at any time and as often as you like: messages arrive and leave meanwhile. A connected instance also looks for numbers that it has learned since. 409 while `MESSAGE_STORE_HOURS` is 0. Needs a key with the scope `settings`.
         */
        post: operations["postChatMergeContactsByInstanceName"];
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
         * @description WhatsApp shows such a text for a time only, a day unless `durationSeconds` says otherwise. If it refuses the text or the time, the answer is 409 with its words. Needs a key with the scope `settings`.
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
         * @description Its middle becomes a JPEG of 640 by 640 pixels. A URL is fetched within 30 seconds, over at most 3 redirects, and only from where webhooks may go; a file that cannot be fetched or is no picture is a bad request. Needs a key with the scope `settings`.
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
    "/group/create/{instanceName}": {
        /**
         * Create a group
         * @description Some people cannot be added: `results` says what became of each, `problems` what else could not be done. An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `send`.
         */
        post: operations["postGroupCreateByInstanceName"];
    };
    "/group/inviteInfo/{instanceName}": {
        /**
         * The group that a link leads to
         * @description An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `read`.
         */
        get: operations["getGroupInviteInfoByInstanceName"];
    };
    "/group/participants/{instanceName}": {
        /**
         * The members of a group
         * @description Answered from what is known, and asked of WhatsApp only the first time after a connection. An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `read`.
         */
        get: operations["getGroupParticipantsByInstanceName"];
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
         * @description Its middle becomes a JPEG of 640 by 640 pixels. A URL is fetched within 30 seconds, over at most 3 redirects, and only from where webhooks may go; a file that cannot be fetched or is no picture is a bad request. An instance that is not connected is a conflict; what WhatsApp refuses the account is forbidden; where WhatsApp does not answer within 10 seconds the service is unavailable. Needs a key with the scope `send`.
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
    "/rabbitmq/set/{instanceName}": {
        /**
         * Whether events also go to RabbitMQ
         * @description An instance has one list of events: `events` changes what its webhook and its other channels get too, and what is absent or empty stays. The fields may stand inside `rabbitmq`. Needs a key with the scope `settings`.
         */
        post: operations["postRabbitmqSetByInstanceName"];
    };
    "/rabbitmq/find/{instanceName}": {
        /**
         * Whether events go to RabbitMQ, and which
         * @description Needs a key with the scope `read`.
         */
        get: operations["getRabbitmqFindByInstanceName"];
    };
    "/nats/set/{instanceName}": {
        /**
         * Whether events also go to NATS
         * @description An instance has one list of events: `events` changes what its webhook and its other channels get too, and what is absent or empty stays. The fields may stand inside `nats`. Needs a key with the scope `settings`.
         */
        post: operations["postNatsSetByInstanceName"];
    };
    "/nats/find/{instanceName}": {
        /**
         * Whether events go to NATS, and which
         * @description Needs a key with the scope `read`.
         */
        get: operations["getNatsFindByInstanceName"];
    };
    "/websocket/set/{instanceName}": {
        /**
         * Whether events also go to the WebSocket feed
         * @description An instance has one list of events: `events` changes what its webhook and its other channels get too, and what is absent or empty stays. The fields may stand inside `websocket`. Needs a key with the scope `settings`.
         */
        post: operations["postWebsocketSetByInstanceName"];
    };
    "/websocket/find/{instanceName}": {
        /**
         * Whether events go to the WebSocket feed, and which
         * @description Needs a key with the scope `read`.
         */
        get: operations["getWebsocketFindByInstanceName"];
    };
    "/portal/{instanceName}": {
        /**
         * The links to pages for the customer of an instance
         * @description Those that have not ended, the newest first, without what opens them. Needs a key with the scope `read`.
         */
        get: operations["getPortalByInstanceName"];
        /**
         * Make a link to a page for the customer of an instance
         * @description The link opens the page once. The page shows endpoints, deliveries and tests of this instance, and nothing else can be reached with it. It ends at `expiresAt`, with the instance, when the key of the instance is replaced, or when the link is deleted. An instance has at most 100 links at a time. The page of a link may make 600 requests a minute. Needs a key with the scope `read` and `settings`.
         */
        post: operations["postPortalByInstanceName"];
    };
    "/portal/{instanceName}/{linkId}": {
        /**
         * End a link and the page that was opened with it
         * @description Needs a key with the scope `settings`.
         */
        delete: operations["deletePortalByInstanceNameByLinkId"];
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
    "/delivery/request/{deliveryId}": {
        /**
         * The request that an attempt of a delivery makes
         * @description Made from the stored event and the settings of now, as the next attempt would make it; attempts themselves are recorded by their outcome. Needs a key with the scope `read`.
         */
        get: operations["getDeliveryRequestByDeliveryId"];
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
    "/delivery/redeliver/{instanceName}": {
        /**
         * Send deliveries again
         * @description Same event ids; attempt numbers go on, with a new round of attempts. Needs a key with the scope `settings`.
         */
        post: operations["postDeliveryRedeliverByInstanceName"];
    };
    "/chat/findMessages/{instanceName}": {
        /**
         * The messages of a chat, or of all, the newest first
         * @description By page, or with `after` set to `next`, however far back. A page ends after about 8 MiB, or with the one message that is larger; `next` then goes on. Conditions on the writer, the kind or the source are put to 10 000 messages at a time: a page may then have fewer than asked for, and `next` goes on. Edits, deletions and reactions are messages of their own. For as long as `MESSAGE_STORE_HOURS` says; 409 while that is 0. Needs a key with the scope `read`.
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
         * @description Every chat of which a message is stored. Once the last messages of a page have about 8 MiB, those of further chats come without their `message`, with `messageLeftOut`, unless they still fit. For as long as `MESSAGE_STORE_HOURS` says; 409 while that is 0. Needs a key with the scope `read`.
         */
        post: operations["postChatFindChatsByInstanceName"];
    };
    "/chat/findChatByRemoteJid/{instanceName}": {
        /**
         * One chat
         * @description null: no message of it is stored. For as long as `MESSAGE_STORE_HOURS` says; 409 while that is 0. Needs a key with the scope `read`.
         */
        get: operations["getChatFindChatByRemoteJidByInstanceName"];
    };
    "/chat/findContacts/{instanceName}": {
        /**
         * The people, groups and channels that messages came from or went to
         * @description Those that came last first; each person once. For as long as `MESSAGE_STORE_HOURS` says; 409 while that is 0. Needs a key with the scope `read`.
         */
        post: operations["postChatFindContactsByInstanceName"];
    };
    "/message/search/{instanceName}": {
        /**
         * Search messages by their texts and captions
         * @description Names of files, polls, places and contacts are searched too. Those that were stored last come first; `next` of a page is `after` of the one that follows. A page ends after about 8 MiB, or with the one message that is larger, and `next` goes on. A search looks at 10 000 messages with these words at a time: within a chat a page may then be shorter, and `next` goes on. 409 while `MESSAGE_STORE_HOURS` is 0. Needs a key with the scope `read`.
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
    "/audit/find": {
        /**
         * Who did what in the gateway zone; global key only
         * @description Each entry carries the hash of the one before. Keep `head` somewhere else from time to time: with it `gatehouse audit verify` also finds a chain that was computed again. Needs the global key.
         */
        get: operations["getAuditFind"];
    };
    "/instance/overview": {
        /**
         * All instances at a glance
         * @description States with their reasons, deliveries that wait or were given up, and messages per minute; the instances that somebody should look at come first. An instance key sees its own only. Deliveries are counted at most once a second. Needs a key with the scope `read`.
         */
        get: operations["getInstanceOverview"];
    };
    "/instance/figures/{instanceName}": {
        /**
         * What an instance received, sent and delivered in the last 48 hours
         * @description Deliveries, failed attempts, filtered events, latency and messages of the last 48 hours, in half hours of UTC. What happened in the last 10 seconds may be missing. Needs a key with the scope `read`.
         */
        get: operations["getInstanceFiguresByInstanceName"];
    };
    "/instance/figures": {
        /**
         * What all instances received, sent and delivered in the last 48 hours
         * @description Deliveries, failed attempts, filtered events, latency and messages of the last 48 hours, in half hours of UTC. What happened in the last 10 seconds may be missing. The sums of all instances; with the key of an instance, what that instance has by itself. Needs a key with the scope `read`.
         */
        get: operations["getInstanceFigures"];
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
    "/metrics": {
        /**
         * Metrics for Prometheus; global key only
         * @description Needs the global key.
         */
        get: operations["getMetrics"];
    };
    "/ws/ticket": {
        /**
         * A ticket that opens one WebSocket within 60 seconds
         * @description Takes the place of the key of this call, for clients that cannot set headers. Needs a key with the scope `read`.
         */
        post: operations["postWsTicket"];
    };
    "/sandbox/{instanceName}/message": {
        /**
         * A message arrives
         * @description A media kind without base64 carries a smallest real file of its kind: one pixel, one second or one page. A reaction, edit, revoke or vote needs `about`: not found for a message that is not stored, a conflict for one in another chat, or that somebody else wrote and only its author may change; the admins of a group that the account is in may delete. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameMessage"];
    };
    "/sandbox/{instanceName}/event": {
        /**
         * Any event happens
         * @description It is recorded and delivered like every other. What the account follows changes with it: groups, channels, calls that ring, and how far sent messages have come. Messages are not stored: `/sandbox/{instanceName}/message` does that. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameEvent"];
    };
    "/sandbox/{instanceName}/history": {
        /**
         * The phone has a message from before
         * @description Nothing arrives: `/chat/history` fetches it. The newest 500 until the service stops. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameHistory"];
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
    "/sandbox/{instanceName}/chat": {
        /**
         * The phone archives, pins, mutes, marks or deletes a chat
         * @description What is absent stays; what changes nothing is no event. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameChat"];
    };
    "/sandbox/{instanceName}/contact": {
        /**
         * It becomes known which LID a number has, or a contact has a new name or picture
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
    "/sandbox/{instanceName}/load": {
        /**
         * Many text messages arrive
         * @description Answers when all are on disk. Rate limited, with none written, when they come faster than `INSTANCE_EVENTS_PER_SECOND`, without `perSecond` all at once. Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameLoad"];
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
    "/sandbox/{instanceName}/group": {
        /**
         * The account joins a group, or a group changes
         * @description Needs a key with the scope `connect`.
         */
        post: operations["postSandboxByInstanceNameGroup"];
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
    "/instance/all": {
        /**
         * All instances
         * @description With EVOLUTION_SHOW_KEYS each has its key as `token`, empty while no copy is kept. Otherwise no key is shown, since only hashes are stored. Needs the global key.
         */
        get: operations["evolutionGoGetInstanceAll"];
    };
    "/instance/info/{instanceId}": {
        /**
         * An instance
         * @description With EVOLUTION_SHOW_KEYS each has its key as `token`, empty while no copy is kept. Otherwise no key is shown, since only hashes are stored. Needs the global key.
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
         * Connect again
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
         * Connect an instance again
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
    "/send/pollVote": {
        /**
         * Vote in a poll
         * @description The poll must have been sent or received through the instance. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoSendPollVote"];
    };
    "/send/button": {
        /**
         * Send buttons, or reply buttons as a poll or text
         * @description Phones of personal accounts show none, so it is refused with 422, unless `fallback` is `poll` or `text`: then the choices are sent as such. With `interactive: "try"` they are tried, and the fallback is sent when WhatsApp refuses them. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoSendButton"];
    };
    "/send/list": {
        /**
         * Send a list, or its rows as a poll or text
         * @description Phones of personal accounts show none, so it is refused with 422, unless `fallback` is `poll` or `text`: then the choices are sent as such. With `interactive: "try"` they are tried, and the fallback is sent when WhatsApp refuses them. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoSendList"];
    };
    "/send/carousel": {
        /**
         * Send cards with buttons side by side, or as a text
         * @description Phones of personal accounts show none, so it is refused with 422, unless `fallback` is `poll` or `text`: then the choices are sent as such. With `interactive: "try"` they are tried, and the fallback is sent when WhatsApp refuses them. Needs a key with the scope `send`.
         */
        post: operations["evolutionGoSendCarousel"];
    };
    "/message/react": {
        /**
         * React to a message
         * @description A message that is not stored needs `fromMe`, and in a group `participant` where another wrote it. Needs a key with the scope `send`.
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
    "/call/reject": {
        /**
         * Reject a call that rings
         * @description Needs a key with the scope `send`.
         */
        post: operations["evolutionGoCallReject"];
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
         * The phone number behind a LID
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
    "/graph/{version}/debug_token": {
        /**
         * What an access token may do
         * @description The key of an instance sees the keys of that instance alone; to it, those of others are not valid. Needs a key with the scope `read`.
         */
        get: operations["graphGetDebugToken"];
    };
    "/graph/{version}/{id}/media": {
        /**
         * Upload a file
         * @description The file can be sent by its id for 30 days. Types and sizes are those of the official API, but no file may have more than 16777216 bytes. An instance keeps its newest 5000 files and 512 MiB. Needs a key with the scope `send`.
         */
        post: operations["graphPostMedia"];
    };
    "/graph/{version}/{id}/bytes": {
        /**
         * The bytes of a file
         * @description What `url` of a look-up opens. 404: the instance has no such file. Needs a key with the scope `read`.
         */
        get: operations["graphGetBytes"];
    };
    "/graph/{version}/{id}": {
        /**
         * A number, an account, a file or a template
         * @description What the id in the path names. Fields that are not known here are left out. Needs a key with the scope `read`.
         */
        get: operations["graphGet"];
        /**
         * Change a template
         * @description The id in the path is that of a template. Name and language stay, and what is left out. With the global key, `phone_number_id` names the instance. Needs a key with the scope `settings`.
         */
        post: operations["graphPost"];
        /**
         * Delete an uploaded file
         * @description The files of messages stay with their messages. 404: the instance has no such file. Needs a key with the scope `send`.
         */
        delete: operations["graphDelete"];
    };
    "/graph/{version}/{id}/messages": {
        /**
         * Send a message, or confirm one as read
         * @description Takes the bodies of the official API for an instance of any provider. What its platform does not show is refused with the code 131051 or 131009 and the reason. A read mark is answered `{success: true}`. Needs a key with the scope `send`.
         */
        post: operations["graphPostMessages"];
    };
    "/graph/{version}/{id}/message_templates": {
        /**
         * The templates of an account
         * @description A paired phone and the sandbox have templates of their own, which are stored here. Needs a key with the scope `read`.
         */
        get: operations["graphGetMessageTemplates"];
        /**
         * Create a template
         * @description Meta reviews those of its numbers; others are approved at once. A paired phone sends them as texts, so cards, offers, places and buttons that no text can say are refused with code 100. Needs a key with the scope `settings`.
         */
        post: operations["graphPostMessageTemplates"];
        /**
         * Delete a template
         * @description Needs a key with the scope `settings`.
         */
        delete: operations["graphDeleteMessageTemplates"];
    };
    "/graph/{version}/{id}/phone_numbers": {
        /**
         * The numbers of an account
         * @description Only those that the key opens. Needs a key with the scope `read`.
         */
        get: operations["graphGetPhoneNumbers"];
    };
    "/graph/{version}/{id}/register": {
        /**
         * Connect the instance of a number
         * @description Nothing is registered at Meta: an instance that is paired, or a number at Meta that is registered there, is connected unless it is. Only the form of `pin` is checked. Needs a key with the scope `connect`.
         */
        post: operations["graphPostRegister"];
    };
    "/graph/{version}/{id}/deregister": {
        /**
         * Close the connection of the instance of a number
         * @description The instance stays paired, and a number stays registered at Meta. It is closed until it is connected by request, as by `register`. Needs a key with the scope `connect`.
         */
        post: operations["graphPostDeregister"];
    };
    "/graph/{version}/{id}/subscribed_apps": {
        /**
         * Where the webhooks of an account go
         * @description Every endpoint of the instance that has the form `whatsapp-cloud`. Needs a key with the scope `read`.
         */
        get: operations["graphGetSubscribedApps"];
        /**
         * Set where the webhooks of an account go
         * @description Makes an endpoint of the form `whatsapp-cloud`, called `subscribed_apps`, or changes its URL, after the receiver has answered the challenge. `/webhook/secret` shows what signs its webhooks. Without `override_callback_uri` nothing changes. Needs a key with the scope `settings`.
         */
        post: operations["graphPostSubscribedApps"];
        /**
         * Remove where the webhooks of an account go
         * @description Deletes the endpoint called `subscribed_apps`; others of the form stay. Needs a key with the scope `settings`.
         */
        delete: operations["graphDeleteSubscribedApps"];
    };
    "/graph/{version}/{id}/whatsapp_business_profile": {
        /**
         * The profile of a number
         * @description Needs a key with the scope `read`.
         */
        get: operations["graphGetWhatsappBusinessProfile"];
        /**
         * Change the profile of a number
         * @description Sets `about` and the picture. Any other field is refused and nothing is changed, unless the number is at Meta, which takes what it can set. Needs a key with the scope `settings`.
         */
        post: operations["graphPostWhatsappBusinessProfile"];
    };
    "/graph/{version}/{id}/block_users": {
        /**
         * Whom a number has blocked
         * @description Needs a key with the scope `read`.
         */
        get: operations["graphGetBlockUsers"];
        /**
         * Block people
         * @description Each person has an outcome of their own: if some failed, the answer is 400 with code 139100, and `failed_users` names them. Needs a key with the scope `send`.
         */
        post: operations["graphPostBlockUsers"];
        /**
         * Block people no longer
         * @description Each person has an outcome of their own: if some failed, the answer is 400 with code 139100, and `failed_users` names them. Needs a key with the scope `send`.
         */
        delete: operations["graphDeleteBlockUsers"];
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
    "/echo/{instanceName}": {
        /**
         * Receive a delivery, and answer what arrived
         * @description Try a webhook before you have a receiver: set its `url` to this address. `GET /delivery/find/{instanceName}` shows that its deliveries have arrived, and `GET /delivery/{deliveryId}` the answer to each attempt. The receiver stores nothing and causes no events. It needs no key, but a signature that is at most 5 minutes old, made by a webhook of this instance that points here. Any other request gets 401.
         */
        post: operations["postEchoByInstanceName"];
    };
    "/provider/whatsapp-cloud/webhook": {
        /**
         * Meta sets up the webhook of all numbers
         * @description Answers the challenge when the verify token is that of META_VERIFY_TOKEN. Needs no key. Wrong tokens count as failed authentications of the client address.
         */
        get: operations["getProviderWhatsapp-cloudWebhook"];
        /**
         * Meta sends what came in for any number
         * @description Needs no key: the signature by META_APP_SECRET is what counts; 404 says that it is not that of this address, or that no app secret is set. Answered once everything is on disk; the same again changes nothing. What is of numbers that no instance has is left out.
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
         * @description The same with the instance's own app secret. Taken for all instances that have that secret. A name that no instance has is answered as a wrong signature is.
         */
        post: operations["postProviderWhatsapp-cloudWebhookByInstanceName"];
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
    "/api/v1/permissions": {
        /**
         * What the current user may do
         * @description In the account that the header `account-id` or the query `account_id` names, else in the account the token is bound to, else all roles of the user together. A token permits exactly what its role and its scopes have in common.
         *
         *     Needs a valid token, and no permission.
         */
        get: operations["getApiV1Permissions"];
    };
    "/api/v1/permissions/check": {
        /**
         * Whether the current user may do one thing
         * @description In the account that GET /api/v1/permissions would answer for. A key that does not exist is permitted to nobody.
         *
         *     Needs a valid token, and no permission.
         */
        post: operations["postApiV1PermissionsCheck"];
    };
    "/api/v1/resource_actions": {
        /**
         * All permissions there are
         * @description With words for people who put roles together.
         *
         *     Needs a valid token, and no permission.
         */
        get: operations["getApiV1Resource_actions"];
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
         * @description The role, `agent` by default, holds at most what the caller holds; only a super_admin, with a token bound to no account, gives `super_admin`. If another account has a person with this address, the answer is an invitation (202) with a secret, which is shown here only: hand it to the person, who accepts the invitation with it and a token of their own, and joins as who they are there. `name` and `display_name` are not used then. Inviting the address again changes nothing and answers with the same invitation, without its secret; renew the invitation for another secret. With `"new_person": true` the person is new in any case (201), and shares nothing with those of other accounts.
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
         * @description Somebody who may do more here than the caller’s token permits is refused (403). To change its own user a token must permit all that the user may do; for `availability_status` and `auto_offline` the permission is enough. Somebody of several accounts is changed by a super_admin, or by themselves with a token that nobody else made for them. Only a super_admin, with a token bound to no account, makes somebody a super_admin.
         *
         *     Needs the permission `users.update`.
         */
        patch: operations["patchApiV1UsersById"];
    };
    "/api/v1/invitations/open": {
        /**
         * See what an invitation offers
         * @description Shows the account and the role, and changes nothing. Needs the secret that whoever sent the invitation was shown, and that the person has the address that was invited (403). Needs a token of the person’s own: without scopes, and made or rotated by the person themselves. What the token is bound to does not matter, nor does the acting account. A person tries at most 30 secrets a minute (429).
         *
         *     Needs a valid token, and no permission.
         */
        post: operations["postApiV1InvitationsOpen"];
    };
    "/api/v1/invitations/{id}/accept": {
        /**
         * Accept an invitation
         * @description The current user becomes a member of the account, in the role as it is now, if whoever sent the invitation may still give it (409). With several accounts, requests with a token that is bound to none have to name the acting one; a bound token stays bound. Needs the secret that whoever sent the invitation was shown, and that the person has the address that was invited (403). Needs a token of the person’s own: without scopes, and made or rotated by the person themselves. What the token is bound to does not matter, nor does the acting account. A person tries at most 30 secrets a minute (429).
         *
         *     Needs a valid token, and no permission.
         */
        post: operations["postApiV1InvitationsByIdAccept"];
    };
    "/api/v1/invitations/{id}/decline": {
        /**
         * Decline an invitation
         * @description The audit log of the account has it without the id of the current user. Needs the secret that whoever sent the invitation was shown, and that the person has the address that was invited (403). Needs a token of the person’s own: without scopes, and made or rotated by the person themselves. What the token is bound to does not matter, nor does the acting account. A person tries at most 30 secrets a minute (429).
         *
         *     Needs a valid token, and no permission.
         */
        post: operations["postApiV1InvitationsByIdDecline"];
    };
    "/api/v1/accounts/{id}/invitations": {
        /**
         * The open invitations of an account
         * @description Made by `POST /api/v1/users`, the oldest first. An invitation is open for 14 days, until it is answered, until its role is deleted, or until whoever sent it leaves the account; an account has at most 1,000 at a time.
         *
         *     Needs the permission `users.read`.
         */
        get: operations["getApiV1AccountsByIdInvitations"];
    };
    "/api/v1/accounts/{id}/invitations/{invitation_id}/renew": {
        /**
         * Give an open invitation a new secret
         * @description For 14 days more. The former secret opens nothing from then on, and the caller is the one who has sent the invitation. Needs what giving the role would.
         *
         *     Needs the permission `users.create`.
         */
        post: operations["postApiV1AccountsByIdInvitationsByInvitation_idRenew"];
    };
    "/api/v1/accounts/{id}/invitations/{invitation_id}": {
        /**
         * Withdraw an open invitation
         * @description Its secret opens nothing from then on.
         *
         *     Needs the permission `users.delete`.
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
         * @description The secret is shown here only. The token never permits more than its maker does in the account it is bound to, and belongs to that account from then on; made with a token that has scopes and an end, it ends no later. Bound to none, it opens every account of its user: only they and a super_admin may make such a token.
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
         * @description A token that permits more than the caller’s, in any account it opens, is refused (403). A token that has scopes and an end gives none a later end. The last token with which a super_admin can come in is neither deleted, narrowed nor given an end (409).
         *
         *     Needs the permission `access_tokens.update`.
         */
        patch: operations["patchApiV1Access_tokensById"];
    };
    "/api/v1/access_tokens/{id}/rotate": {
        /**
         * Give an access token a new secret
         * @description The old one is refused at once. A token without scopes may rotate itself, whatever the role permits: then nobody else knows it. A token without scopes gets those that a new one would have: whoever rotates the token of somebody else limits it to what they hold themselves. A token that permits more than the caller’s, in any account it opens, is refused (403).
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
         * @description With the stages given, or nothing at all is created. The fields may also stand in the body itself, without `pipeline`.
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
         * @description The fields may also stand in the body itself, without `pipeline`.
         *
         *     Needs the permission `pipelines.update`.
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
         * @description It becomes the last one, unless `position` says otherwise.
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
         * @description With `position` it is moved, and the stages between its old and its new place too.
         *
         *     Needs the permission `pipeline_stages.update`.
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
         * @description Every value under `environments`, `config_json.env` and `config_json.headers` is a secret: encrypted at rest and `********` in every answer. Writing the mask back keeps what is stored, unless URLs in `config_json` lead to another scheme, host or port, or its `host`, `port`, `command` or `args` change: then secrets must be given again, `environments` too. A URL in `config_json` in its masked form keeps the stored one in the same place.
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
         * @description What is absent gets its default. Every value under `environments`, `config_json.env` and `config_json.headers` is a secret: encrypted at rest and `********` in every answer. Writing the mask back keeps what is stored, unless URLs in `config_json` lead to another scheme, host or port, or its `host`, `port`, `command` or `args` change: then secrets must be given again, `environments` too. A URL in `config_json` in its masked form keeps the stored one in the same place.
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
         * @description A field that is given is replaced whole. Every value under `environments`, `config_json.env` and `config_json.headers` is a secret: encrypted at rest and `********` in every answer. Writing the mask back keeps what is stored, unless URLs in `config_json` lead to another scheme, host or port, or its `host`, `port`, `command` or `args` change: then secrets must be given again, `environments` too. A URL in `config_json` in its masked form keeps the stored one in the same place.
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
         * @description What waits for it goes to the new URL, or is discarded when it is disabled; nothing goes to the old URL after the answer. `enabled: true` sends again to one that was switched off for its failures.
         *
         *     Needs the permission `webhooks.update`.
         */
        patch: operations["patchApiV1WebhooksById"];
    };
    "/api/v1/webhooks/{id}/health": {
        /**
         * Whether a webhook takes what it is sent
         * @description One that was switched off for its failures keeps its events waiting; `enabled: true` in a change of it sends them.
         *
         *     Needs the permission `webhooks.read`.
         */
        get: operations["getApiV1WebhooksByIdHealth"];
    };
    "/api/v1/webhooks/{id}/rotate": {
        /**
         * Give a webhook a new signing secret
         * @description Each replaced secret also signs for 24 hours. Conflict while five secrets sign.
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
    "/api/v1/webhooks/filter/test": {
        /**
         * Which kept events a filter would have sent
         * @description Looks at up to 10000 kept events, the newest first, and at fewer if they cost more than half a second; nothing is sent or changed.
         *
         *     Needs the permission `webhooks.update`.
         */
        post: operations["postApiV1WebhooksFilterTest"];
    };
    "/api/v1/webhooks/transform/test": {
        /**
         * What a transform makes of a kept event
         * @description Nothing is sent or changed. Where no such event is kept, a sample is taken, whose `sequence` is null here.
         *
         *     Needs the permission `webhooks.update`.
         */
        post: operations["postApiV1WebhooksTransformTest"];
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
    "/api/v1/webhooks/{id}/recover": {
        /**
         * Send events of a time once more to a webhook
         * @description Everything of the time, or what the webhook missed, in the order of the events and beside what is new, which never waits for it. It goes on after a restart; the requests have the header x-gatehouse-replay. An endpoint may have 3 that are not over.
         *
         *     Needs the permission `webhooks.update`.
         */
        post: operations["postApiV1WebhooksByIdRecover"];
    };
    "/api/v1/webhooks/{id}/recoveries": {
        /**
         * The recoveries of a webhook, the newest first
         * @description At most 100; one that is over is kept for as long as deliveries are.
         *
         *     Needs the permission `webhooks.read`.
         */
        get: operations["getApiV1WebhooksByIdRecoveries"];
    };
    "/api/v1/webhooks/{id}/recoveries/{recovery_id}": {
        /**
         * One recovery of a webhook, and how far it has come
         * @description Needs the permission `webhooks.read`.
         */
        get: operations["getApiV1WebhooksByIdRecoveriesByRecovery_id"];
    };
    "/api/v1/webhooks/{id}/recoveries/{recovery_id}/pause": {
        /**
         * Pause a recovery of a webhook
         * @description Nothing more of it is sent until it is resumed; what is under way ends.
         *
         *     Needs the permission `webhooks.update`.
         */
        post: operations["postApiV1WebhooksByIdRecoveriesByRecovery_idPause"];
    };
    "/api/v1/webhooks/{id}/recoveries/{recovery_id}/resume": {
        /**
         * Resume a recovery of a webhook
         * @description It goes on where it was.
         *
         *     Needs the permission `webhooks.update`.
         */
        post: operations["postApiV1WebhooksByIdRecoveriesByRecovery_idResume"];
    };
    "/api/v1/webhooks/{id}/recoveries/{recovery_id}/cancel": {
        /**
         * Cancel a recovery of a webhook
         * @description Nothing more of it is sent: what it has found and not yet sent is discarded. What is under way ends.
         *
         *     Needs the permission `webhooks.update`.
         */
        post: operations["postApiV1WebhooksByIdRecoveriesByRecovery_idCancel"];
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
    ContactIdentityChanged: {
        /**
         * A contact has installed WhatsApp again or has another phone
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onContactIdentityChanged"];
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
    PlatformNotice: {
        /**
         * Meta says something of an official number or its account, such as a new limit
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onPlatformNotice"];
    };
    EndpointFailing: {
        /**
         * Another endpoint has failed for long
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onEndpointFailing"];
    };
    EndpointDisabled: {
        /**
         * Another endpoint was switched off for its failures; its events wait
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onEndpointDisabled"];
    };
    EndpointRecovered: {
        /**
         * An endpoint of which one of these was said takes its events again
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onEndpointRecovered"];
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
    "webhook.failing": {
        /**
         * A webhook has failed for long, as another is told
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onWebhookFailing"];
    };
    "webhook.disabled": {
        /**
         * A webhook was switched off for its failures, as another is told
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onWebhookDisabled"];
    };
    "webhook.recovered": {
        /**
         * A webhook takes its events again, as another is told
         * @description Answer 2xx within 30 seconds; anything else is tried again, 5 attempts in all. It comes at least once, always with the same id.
         */
        post: operations["onWebhookRecovered"];
    };
}
export interface components {
    schemas: {
        NewInstance: {
            /** @description Name of the new instance, 1-64 characters in any language, such as `shop`; no slash, no control character, no dot or dash in front */
            instanceName: string;
            /** @description As `instanceName`, for clients of Evolution Go, whose `advancedSettings` and `proxy` are understood beside it */
            name?: unknown;
            /**
             * Format: uuid
             * @description Id of the new instance, a UUID that no other one has; default: one is made
             */
            instanceId?: string;
            /**
             * @description What the instance is connected to; default: as DEFAULT_PROVIDER says
             * @enum {string}
             */
            provider?: "sandbox" | "whatsapp" | "whatsapp-cloud";
            /**
             * @description The provider in the words of an older system; `provider` goes first
             * @enum {string}
             */
            integration?: "WHATSAPP-BAILEYS" | "WHATSAPP-BUSINESS";
            /** @description Phone number to pair with by code, with its country code; empty is the same as absent */
            number?: string | number;
            /** @description The key of the instance: 8-256 visible ASCII characters, not beginning with `portal_`. Default: one is made */
            token?: string;
            /** @description Connect at once, and answer the code to pair with if it comes within 5 s */
            qrcode?: boolean;
            /** @description Meta's id of the number, 5-25 digits. Of whatsapp-cloud, and required there */
            phoneNumberId?: string | number;
            /** @description Meta's id of the WhatsApp Business account, 5-25 digits. Of whatsapp-cloud, and required there */
            businessAccountId?: string | number;
            /** @description Access token of Meta that opens the number and the account. Of whatsapp-cloud, and required there */
            accessToken?: string;
            /** @description The secret of the Meta app: what comes in is signed with it. Of whatsapp-cloud. Default: META_APP_SECRET */
            appSecret?: string;
            /** @description What Meta is given as the verify token of the webhook address. Of whatsapp-cloud. Default: META_VERIFY_TOKEN */
            verifyToken?: string;
            /** @description Whether calls that come in are rejected */
            rejectCall?: boolean;
            /** @description The text that callers get when their call is rejected, of at most 1000 characters; empty: none */
            msgCall?: string;
            /** @description Whether events of groups are left out everywhere */
            groupsIgnore?: boolean;
            /** @description Whether the account is shown as online while it is connected */
            alwaysOnline?: boolean;
            /** @description Whether messages are confirmed as read once their events are on disk */
            readMessages?: boolean;
            /** @description Whether status updates are confirmed as seen once their events are on disk */
            readStatus?: boolean;
            /** @description Where `webhook` is a URL alone: names of the events that it gets */
            events?: unknown;
            /** @description Where `webhook` is a URL alone: whether files are put into the bodies, as `base64` of webhook/set */
            webhookBase64?: unknown;
            /** @description Where `webhook` is a URL alone: whether the name of the event is put at the end of its path, as `byEvents` of webhook/set */
            webhookByEvents?: unknown;
            /** @description Where `webhook` is a URL alone: the form of the bodies, as `format` of webhook/set */
            format?: unknown;
            /** @description As the body of webhook/set, where `enabled` is true unless it says otherwise; or the URL alone */
            webhook?: {
                /** @description Whether events are posted to `url` */
                enabled: boolean;
                /** @description http or https URL that events are posted to; required while `enabled` is true. In the masked form of the stored one it stays as it is */
                url?: string;
                /** @description What the receiver of Meta's webhooks calls its verify token, 1-512 characters: `url` is then stored only if it answers `GET ?hub.mode=subscribe&hub.verify_token=…&hub.challenge=…` with the challenge, now and whenever either changes. A masked value (********) keeps what is stored, while scheme, host and port of `url` stay the same; null: nothing is asked */
                verifyToken?: string | null;
                /** @description Whether files are put into the bodies in base64; absent: as WEBHOOK_FILES says */
                base64?: boolean;
                /**
                 * @description The form of the bodies. Absent: what was chosen before, otherwise the default of the service (`gatehouse`, unless WEBHOOK_FORMAT or EVOLUTION_MODE say another). `evolution-api` and `evolution-go` give deliveries the shape of those systems, `whatsapp-cloud` that of Meta's webhooks. `evolution-go` puts the key of the instance into every body as `instanceToken`, so it must be asked for with that key
                 * @enum {string}
                 */
                format?: "gatehouse" | "evolution-api" | "evolution-go" | "whatsapp-cloud";
                /** @description With `evolution-api` only: the event's name is appended to the path of `url`, as /messages-upsert */
                byEvents?: boolean;
                /** @description ALL, event types, categories or names of older systems such as MESSAGES_UPSERT, in any case; absent or empty: ALL */
                events?: string[];
            } | string;
            /** @description Whether events also go to RabbitMQ */
            rabbitmq?: {
                /** @description Whether the events of the instance also go there */
                enabled: boolean;
                /** @description Names of the events that the instance sends, wherever they go, such as `Message`, or `ALL`; absent or empty: they stay as they are */
                events?: string[];
            };
            /** @description Whether events also go to NATS */
            nats?: {
                /** @description Whether the events of the instance also go there */
                enabled: boolean;
                /** @description Names of the events that the instance sends, wherever they go, such as `Message`, or `ALL`; absent or empty: they stay as they are */
                events?: string[];
            };
            /** @description Whether events also go to the WebSocket feed */
            websocket?: {
                /** @description Whether the events of the instance also go there */
                enabled: boolean;
                /** @description Names of the events that the instance sends, wherever they go, such as `Message`, or `ALL`; absent or empty: they stay as they are */
                events?: string[];
            };
            /** @description Port of the proxy, 1 to 65535, as a number or a text */
            proxyPort?: unknown;
            /** @description How the proxy is spoken to: `http`, the default, `https` or `socks5` */
            proxyProtocol?: unknown;
            /** @description Name that the proxy asks for; absent: it asks for none */
            proxyUsername?: unknown;
            /** @description Password that the proxy asks for, beside a username */
            proxyPassword?: unknown;
            /** @description Host name or IP address of the proxy; absent: the instance connects directly */
            proxyHost?: string;
        };
        /** @description Of whatsapp-cloud alone: what Meta last said of the number */
        CloudNumber: {
            /** @description Its id on the paths of the Graph API, in digits; of whatsapp-cloud that at Meta */
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
                /** @description Its id on the paths of the Graph API, in digits; of whatsapp-cloud that at Meta */
                phoneNumberId: string;
                /** @description The id of its account on the paths of the Graph API, in digits; of whatsapp-cloud that at Meta */
                wabaId: string;
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
                /** @description What to do about it, if there is something better to say */
                hint?: string;
                /** @description Where this service explains the code, such as `/docs/errors#not-found` */
                docs: string;
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
                /** @description What to do about it, if there is something better to say */
                hint?: string;
                /** @description Where this service explains the code, such as `/docs/errors#not-found` */
                docs: string;
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
                /** @description What to do about it, if there is something better to say */
                hint?: string;
                /** @description Where this service explains the code, such as `/docs/errors#not-found` */
                docs: string;
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
                /** @description What to do about it, if there is something better to say */
                hint?: string;
                /** @description Where this service explains the code, such as `/docs/errors#not-found` */
                docs: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        PayloadTooLargeFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "PAYLOAD_TOO_LARGE";
                message: string;
                /** @description What to do about it, if there is something better to say */
                hint?: string;
                /** @description Where this service explains the code, such as `/docs/errors#not-found` */
                docs: string;
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
                /** @description What to do about it, if there is something better to say */
                hint?: string;
                /** @description Where this service explains the code, such as `/docs/errors#not-found` */
                docs: string;
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
                /** @description What to do about it, if there is something better to say */
                hint?: string;
                /** @description Where this service explains the code, such as `/docs/errors#not-found` */
                docs: string;
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
                /** @description What to do about it, if there is something better to say */
                hint?: string;
                /** @description Where this service explains the code, such as `/docs/errors#not-found` */
                docs: string;
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
                /** @description What to do about it, if there is something better to say */
                hint?: string;
                /** @description Where this service explains the code, such as `/docs/errors#not-found` */
                docs: string;
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
                /** @description What to do about it, if there is something better to say */
                hint?: string;
                /** @description Where this service explains the code, such as `/docs/errors#not-found` */
                docs: string;
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
            /** @description Its id on the paths of the Graph API, in digits; of whatsapp-cloud that at Meta */
            phoneNumberId: string;
            /** @description The id of its account on the paths of the Graph API, in digits; of whatsapp-cloud that at Meta */
            wabaId: string;
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
            /** @description The key of the instance, empty while no copy is kept: with EVOLUTION_SHOW_KEYS and the global key alone */
            token?: string;
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
        NotFoundFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "NOT_FOUND";
                message: string;
                /** @description What to do about it, if there is something better to say */
                hint?: string;
                /** @description Where this service explains the code, such as `/docs/errors#not-found` */
                docs: string;
            };
            meta: components["schemas"]["FailureMeta"];
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
            /** @description http or https URL that events are posted to; absent: it stays as it is */
            webhookUrl?: string;
            /** @description ALL, event types, categories or names of older systems such as MESSAGES_UPSERT, in any case; empty: ALL */
            subscribe?: string[];
            /**
             * @description The form of the bodies. `evolution-api` and `evolution-go` give deliveries the shape of those systems, `whatsapp-cloud` that of Meta's webhooks. `evolution-go` puts the key of the instance into every body as `instanceToken`, so it must be asked for with that key
             * @enum {string}
             */
            format?: "gatehouse" | "evolution-api" | "evolution-go" | "whatsapp-cloud";
            /** @description What the receiver of Meta's webhooks calls its verify token, 1-512 characters: `url` is then stored only if it answers `GET ?hub.mode=subscribe&hub.verify_token=…&hub.challenge=…` with the challenge, now and whenever either changes. A masked value (********) keeps what is stored, while scheme, host and port of `url` stay the same; null: nothing is asked */
            verifyToken?: string | null;
            /** @description Whether events also go to RabbitMQ; absent: it stays as it is */
            rabbitmqEnable?: ("enabled" | "disabled") | boolean;
            /** @description Whether events also go to NATS; absent: it stays as it is */
            natsEnable?: ("enabled" | "disabled") | boolean;
            /** @description Whether events also go to the WebSocket feed; absent: it stays as it is */
            websocketEnable?: ("enabled" | "disabled") | boolean;
            /** @description Whether to answer at once, without waiting for the first code; default false */
            immediate?: boolean;
            /** @description Phone number of the account with its country code: pairs by a code for it in place of a QR code. Empty is the same as absent */
            phone?: string | number;
        };
        ConnectedInstance: {
            /** @constant */
            message: "success";
            data: {
                /** @description The paired account; empty before pairing */
                jid: string;
                /** @description Masked for a key without `settings` */
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
        KeyRotation: {
            /** @description For how many seconds the present key is taken beside the new one, as those before it are for the time that they were given; 0: none of them. Default: 0, or 300 where the present key replaces itself with an Idempotency-Key, so that it can ask again after a lost answer */
            graceSeconds?: number;
            /** @description What the new key may do; default: what the present key may do */
            scopes?: ("read" | "send" | "settings" | "connect")[];
            /** @description From when the new key is refused, a time in the future; null: never. Default: as the present key */
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
            /** @description Its id on the paths of the Graph API, in digits; of whatsapp-cloud that at Meta */
            phoneNumberId: string;
            /** @description The id of its account on the paths of the Graph API, in digits; of whatsapp-cloud that at Meta */
            wabaId: string;
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
        WebhookSettings: {
            /** @description Whether events are posted to `url` */
            enabled: boolean;
            /** @description http or https URL that events are posted to; required while `enabled` is true. In the masked form of the stored one it stays as it is */
            url?: string;
            /** @description What the receiver of Meta's webhooks calls its verify token, 1-512 characters: `url` is then stored only if it answers `GET ?hub.mode=subscribe&hub.verify_token=…&hub.challenge=…` with the challenge, now and whenever either changes. A masked value (********) keeps what is stored, while scheme, host and port of `url` stay the same; null: nothing is asked */
            verifyToken?: string | null;
            /** @description Whether files are put into the bodies in base64; absent: as WEBHOOK_FILES says */
            base64?: boolean;
            /**
             * @description The form of the bodies. Absent: what was chosen before, otherwise the default of the service (`gatehouse`, unless WEBHOOK_FORMAT or EVOLUTION_MODE say another). `evolution-api` and `evolution-go` give deliveries the shape of those systems, `whatsapp-cloud` that of Meta's webhooks. `evolution-go` puts the key of the instance into every body as `instanceToken`, so it must be asked for with that key
             * @enum {string}
             */
            format?: "gatehouse" | "evolution-api" | "evolution-go" | "whatsapp-cloud";
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
        PreconditionFailedFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "PRECONDITION_FAILED";
                message: string;
                /** @description What to do about it, if there is something better to say */
                hint?: string;
                /** @description Where this service explains the code, such as `/docs/errors#not-found` */
                docs: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        InstanceWebhook: {
            enabled: boolean;
            /** @description For a key without `settings` with credentials and query values masked */
            url: string;
            events: string[];
            /** @description Masked; null: none */
            verifyToken: string | null;
            /** @description null: as WEBHOOK_FILES says */
            base64: boolean | null;
            /** @enum {string} */
            format: "gatehouse" | "evolution-api" | "evolution-go" | "whatsapp-cloud";
            byEvents: boolean;
        };
        EndpointHealth: {
            /**
             * @description `failing`: the last attempt failed. `disabled`: nothing is sent, and events wait until it is enabled again
             * @enum {string}
             */
            state: "healthy" | "failing" | "disabled";
            /** @description When it entered this state; null if it was never bad */
            since: string | null;
            /** @description How many attempts have failed in a row */
            failures: number;
            /** @description How much of what counts as dead is reached: 0, 50, 75 or 100 */
            percent: number;
            /** @description Why the last attempt failed */
            reason: string | null;
        };
        InstanceEndpoint: {
            /** @description Id of the endpoint: `default` for the one that webhook/set changes, a UUID for another webhook of the instance, otherwise its destination */
            id: string;
            /** @description What its owner called it */
            name: string;
            /** @description What it is for */
            description: string;
            /**
             * @description The kind of place; what begins with `global-` gets the events of all instances
             * @enum {string}
             */
            destination: "webhook" | "global-webhook" | "amqp" | "global-amqp" | "nats" | "global-nats" | "websocket";
            /**
             * @description Whose it is: a customer's page sees and changes only those of the customer
             * @enum {string}
             */
            owner: "operator" | "customer";
            /** @description Whether it is switched elsewhere: by operations of its own, or by variables of the service */
            readOnly: boolean;
            /** @description Whether events are meant to go there */
            enabled: boolean;
            /** @description Where it goes, with credentials and query values masked; null while it is off */
            target: string | null;
            /** @description Why it is off */
            reason: string | null;
            /** @description Of a webhook of the instance the names that were set, otherwise the event types */
            events: string[];
            /** @description Where events are posted to; only of a webhook of the instance. With credentials and query values masked for whoever may not change it */
            url: string | null;
            /** @description Masked: what the receiver had to know before its URL was stored; null: nothing was asked of it */
            verifyToken: string | null;
            /** @description Which of these events are sent; null: all of them */
            filter: {
                [key: string]: unknown;
            } | null;
            /** @description What is made of the bodies; null: nothing */
            transform: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The form of the bodies
             * @enum {string}
             */
            format: "gatehouse" | "evolution-api" | "evolution-go" | "whatsapp-cloud";
            /** @description Whether files are in the bodies; null: as WEBHOOK_FILES says */
            base64: boolean | null;
            /** @description Whether the event is appended to the path of the URL */
            byEvents: boolean;
            /** @description Its own retries; null: those of the service */
            retry: {
                attempts: number;
                delaysMs: number[];
            } | null;
            /** @enum {string} */
            ordering: "chat" | "none";
            /** @description Whether it is switched off when it answers 410 or has failed for long */
            autoDisable: boolean;
            /** @description Whether it takes what it is sent; null for what is switched elsewhere */
            health: components["schemas"]["EndpointHealth"] | null;
            /** @description When it was made; null for what is switched elsewhere */
            createdAt: string | null;
            /** @description When it was last changed */
            updatedAt: string | null;
        };
        InstanceEndpoints: {
            endpoints: components["schemas"]["InstanceEndpoint"][];
        };
        NewEndpoint: {
            /** @description What the endpoint is called, such as `orders`: 1-255 characters; `default` is the name of one that every instance has */
            name: string;
            /**
             * @description Whose it is. `operator`: customers' pages do not know of it. `customer`: they see and change it, and its bodies never have the key of the instance. Default `operator`; what a customer's page makes is the customer's
             * @enum {string}
             */
            owner?: "operator" | "customer";
            /** @description http or https URL that the events are posted to; no other endpoint of the same owner may have it. In the masked form of the stored one it stays as it is */
            url: string;
            /** @description Events that go there: ALL, event types, categories or names of older systems, in any case; empty: ALL */
            events?: string[];
            /** @description Which events of the list are sent: those whose body has what it says, as described in /docs/filters.md; null: all of them */
            filter?: {
                [key: string]: unknown;
            } | null;
            /** @description What is made of the bodies before they are signed: `{"pick": […], "omit": […], "rename": {…}}` or `{"template": …}`, as described in /docs/filters.md; null: nothing */
            transform?: {
                [key: string]: unknown;
            } | null;
            /** @description The form of the bodies; null: the default of the service. `evolution-go` puts the key of the instance into every body, so it must be asked for with that key */
            format?: ("gatehouse" | "evolution-api" | "evolution-go" | "whatsapp-cloud") | null;
            /** @description What the receiver of Meta's webhooks calls its verify token, 1-512 characters: `url` is then stored only if it answers `GET ?hub.mode=subscribe&hub.verify_token=…&hub.challenge=…` with the challenge, now and whenever either changes. A masked value (********) keeps what is stored, while scheme, host and port of `url` stay the same; null: nothing is asked */
            verifyToken?: string | null;
            /** @description Whether files are put into the bodies in base64; null: as WEBHOOK_FILES says */
            base64?: boolean | null;
            /** @description With `evolution-api` only: the event's name is appended to the path of `url`, as /messages-upsert */
            byEvents?: boolean;
            /** @description How often and how soon a delivery is tried again, over within 3 days; null: as the service does it, 5 attempts 30 s apart unless its variables say otherwise */
            retry?: {
                /** @description How many attempts a delivery gets, the first included: 1-20 */
                attempts: number;
                /** @description Milliseconds from the end of each failed attempt to the next, at least 1000; the last one repeats, so that one is a fixed delay */
                delaysMs: number[];
            } | null;
            /**
             * @description `chat`: the first attempts of a chat follow each other in its order. `none`: they do not wait for each other
             * @enum {string}
             */
            ordering?: "chat" | "none";
            /** @description Whether events are posted to `url`; what waits is discarded when they are not. `true` also sends again to one that was switched off for its failures */
            enabled?: boolean;
            /** @description Whether it is switched off when it answers 410 or has failed for long; true unless set, but false of `default` */
            autoDisable?: boolean;
            /** @description What the endpoint is for, up to 1000 characters */
            description?: string;
        };
        InstanceEndpointWithSecret: {
            /** @description Id of the endpoint: `default` for the one that webhook/set changes, a UUID for another webhook of the instance, otherwise its destination */
            id: string;
            /** @description What its owner called it */
            name: string;
            /** @description What it is for */
            description: string;
            /**
             * @description The kind of place; what begins with `global-` gets the events of all instances
             * @enum {string}
             */
            destination: "webhook" | "global-webhook" | "amqp" | "global-amqp" | "nats" | "global-nats" | "websocket";
            /**
             * @description Whose it is: a customer's page sees and changes only those of the customer
             * @enum {string}
             */
            owner: "operator" | "customer";
            /** @description Whether it is switched elsewhere: by operations of its own, or by variables of the service */
            readOnly: boolean;
            /** @description Whether events are meant to go there */
            enabled: boolean;
            /** @description Where it goes, with credentials and query values masked; null while it is off */
            target: string | null;
            /** @description Why it is off */
            reason: string | null;
            /** @description Of a webhook of the instance the names that were set, otherwise the event types */
            events: string[];
            /** @description Where events are posted to; only of a webhook of the instance. With credentials and query values masked for whoever may not change it */
            url: string | null;
            /** @description Masked: what the receiver had to know before its URL was stored; null: nothing was asked of it */
            verifyToken: string | null;
            /** @description Which of these events are sent; null: all of them */
            filter: {
                [key: string]: unknown;
            } | null;
            /** @description What is made of the bodies; null: nothing */
            transform: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The form of the bodies
             * @enum {string}
             */
            format: "gatehouse" | "evolution-api" | "evolution-go" | "whatsapp-cloud";
            /** @description Whether files are in the bodies; null: as WEBHOOK_FILES says */
            base64: boolean | null;
            /** @description Whether the event is appended to the path of the URL */
            byEvents: boolean;
            /** @description Its own retries; null: those of the service */
            retry: {
                attempts: number;
                delaysMs: number[];
            } | null;
            /** @enum {string} */
            ordering: "chat" | "none";
            /** @description Whether it is switched off when it answers 410 or has failed for long */
            autoDisable: boolean;
            /** @description Whether it takes what it is sent; null for what is switched elsewhere */
            health: components["schemas"]["EndpointHealth"] | null;
            /** @description When it was made; null for what is switched elsewhere */
            createdAt: string | null;
            /** @description When it was last changed */
            updatedAt: string | null;
            /** @description Signs every delivery as Standard Webhooks has it; GET /webhook/secret shows it again */
            secret: string;
        };
        EndpointChange: {
            /** @description What the endpoint is called, such as `orders`: 1-255 characters; `default` is the name of one that every instance has */
            name?: string;
            /**
             * @description Whose it is. `operator`: customers' pages do not know of it. `customer`: they see and change it, and its bodies never have the key of the instance. Default `operator`; what a customer's page makes is the customer's
             * @enum {string}
             */
            owner?: "operator" | "customer";
            /** @description http or https URL that the events are posted to; no other endpoint of the same owner may have it. In the masked form of the stored one it stays as it is */
            url?: string;
            /** @description Events that go there: ALL, event types, categories or names of older systems, in any case; empty: ALL */
            events?: string[];
            /** @description Which events of the list are sent: those whose body has what it says, as described in /docs/filters.md; null: all of them */
            filter?: {
                [key: string]: unknown;
            } | null;
            /** @description What is made of the bodies before they are signed: `{"pick": […], "omit": […], "rename": {…}}` or `{"template": …}`, as described in /docs/filters.md; null: nothing */
            transform?: {
                [key: string]: unknown;
            } | null;
            /** @description The form of the bodies; null: the default of the service. `evolution-go` puts the key of the instance into every body, so it must be asked for with that key */
            format?: ("gatehouse" | "evolution-api" | "evolution-go" | "whatsapp-cloud") | null;
            /** @description What the receiver of Meta's webhooks calls its verify token, 1-512 characters: `url` is then stored only if it answers `GET ?hub.mode=subscribe&hub.verify_token=…&hub.challenge=…` with the challenge, now and whenever either changes. A masked value (********) keeps what is stored, while scheme, host and port of `url` stay the same; null: nothing is asked */
            verifyToken?: string | null;
            /** @description Whether files are put into the bodies in base64; null: as WEBHOOK_FILES says */
            base64?: boolean | null;
            /** @description With `evolution-api` only: the event's name is appended to the path of `url`, as /messages-upsert */
            byEvents?: boolean;
            /** @description How often and how soon a delivery is tried again, over within 3 days; null: as the service does it, 5 attempts 30 s apart unless its variables say otherwise */
            retry?: {
                /** @description How many attempts a delivery gets, the first included: 1-20 */
                attempts: number;
                /** @description Milliseconds from the end of each failed attempt to the next, at least 1000; the last one repeats, so that one is a fixed delay */
                delaysMs: number[];
            } | null;
            /**
             * @description `chat`: the first attempts of a chat follow each other in its order. `none`: they do not wait for each other
             * @enum {string}
             */
            ordering?: "chat" | "none";
            /** @description Whether events are posted to `url`; what waits is discarded when they are not. `true` also sends again to one that was switched off for its failures */
            enabled?: boolean;
            /** @description Whether it is switched off when it answers 410 or has failed for long; true unless set, but false of `default` */
            autoDisable?: boolean;
            /** @description What the endpoint is for, up to 1000 characters */
            description?: string;
        };
        DeletedEndpoint: {
            /** @description Id of the endpoint that was deleted */
            id: string;
        };
        RecoveryRequest: {
            /**
             * Format: date-time
             * @description When the first event was created that is sent: an ISO 8601 time with its zone
             */
            since: string;
            /**
             * Format: date-time
             * @description When the last event was created that is sent; default now, which it may not be after
             */
            until?: string;
            /** @description Names of the events to send, as in an event list; default those that the endpoint gets now */
            types?: string[];
            /** @description Only events of this chat, by its JID as events name it */
            chat?: string;
            /** @description Whether events are left out that were delivered to the endpoint, or wait for it: what is sent is what it missed; default false */
            onlyFailed?: boolean;
            /** @description How many events are sent in a second at most: 1-5000, default 500 */
            ratePerSecond?: number;
        };
        EndpointRecovery: {
            /**
             * Format: uuid
             * @description Id of the recovery, which its requests have in the header x-gatehouse-replay
             */
            id: string;
            /** @description Id of the endpoint that the events are sent to */
            endpoint: string;
            /**
             * @description `running`; `paused`: by request, or because the endpoint was disabled; `done`: everything was delivered or given up; `cancelled`: by request, or because the endpoint is gone
             * @enum {string}
             */
            state: "running" | "paused" | "done" | "cancelled";
            /** @description Why it was paused or cancelled; null if somebody asked for that */
            reason: string | null;
            /**
             * Format: date-time
             * @description When the first event was created that is sent
             */
            since: string;
            /**
             * Format: date-time
             * @description When the last event was created that is sent
             */
            until: string;
            /** @description The types of the events; null: those that the endpoint gets */
            types: string[] | null;
            /** @description The chat whose events are sent; null: those of every chat */
            chat: string | null;
            /** @description Whether only what the endpoint missed is sent */
            onlyFailed: boolean;
            /** @description How many events are sent in a second at most */
            ratePerSecond: number;
            /** @description How many events the log has, or had, of the time and a minute around it */
            total: number;
            /** @description How many of the events in the log were looked at so far */
            examined: number;
            /** @description How many of the events that were looked at are sent */
            found: number;
            /** @description How many of the events that are sent were delivered */
            delivered: number;
            /** @description How many of the events that are sent wait, are under way or are tried again */
            waiting: number;
            /** @description How many of the events that are sent were given up */
            discarded: number;
            /** @description How many events were no longer kept when it was their turn */
            missing: number;
            /**
             * Format: date-time
             * @description When the recovery was asked for
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the recovery last went on or was changed
             */
            updatedAt: string;
            /** @description When the recovery was done or cancelled; null if it is not over */
            finishedAt: string | null;
        };
        EndpointRecoveries: {
            recoveries: components["schemas"]["EndpointRecovery"][];
        };
        FilterTrial: {
            /** @description The filter to try, as an endpoint takes it; null fits every event */
            filter: {
                [key: string]: unknown;
            } | null;
            /** @description Id of an endpoint of the instance whose format, events and URL are taken where no others are given; absent: the defaults of the service */
            endpoint?: string;
            /**
             * @description The form of the bodies; absent: that of the endpoint
             * @enum {string}
             */
            format?: "gatehouse" | "evolution-api" | "evolution-go" | "whatsapp-cloud";
            /** @description Events to look at, as an endpoint names them; absent: those of the endpoint */
            events?: string[];
            /** @description Only events made at this time or later, in ISO 8601; absent: all that are kept */
            since?: string;
            /** @description The sequence before which to begin: `next` of the answer before */
            before?: number;
            /**
             * @description How many events that fit are named: 1-100, default 20
             * @default 20
             */
            limit?: number;
        };
        FilteredEvent: {
            /** Format: uuid */
            id: string;
            /** @description Type of the event */
            event: string;
            sequence: number;
            /** Format: date-time */
            timestamp: string;
        };
        FilterTrialResult: {
            /** @description How many events were looked at */
            lookedAt: number;
            /** @description How many of them would have been sent */
            matched: number;
            /** @description For how many of those the filter could not be decided, which sends them */
            undecided: number;
            /** @description The newest of those that would have been sent */
            events: components["schemas"]["FilteredEvent"][];
            /** @description The value for `before` to go on with; null: nothing older is kept */
            next: number | null;
        };
        TransformTrial: {
            /** @description The transform to try, as an endpoint takes it; null changes nothing */
            transform: {
                [key: string]: unknown;
            } | null;
            /** @description Id of an endpoint of the instance whose format, events and URL are taken where no others are given; absent: the defaults of the service */
            endpoint?: string;
            /**
             * @description The form of the bodies; absent: that of the endpoint
             * @enum {string}
             */
            format?: "gatehouse" | "evolution-api" | "evolution-go" | "whatsapp-cloud";
            /**
             * Format: uuid
             * @description Id of the kept event to try it on
             */
            eventId?: string;
            /** @description Type of the event to try it on, in any case: the newest that is kept, or a sample of it; absent: the newest of all */
            event?: string;
        };
        TransformTrialResult: {
            /** @description The body that would be sent; null: none can be made */
            body: string | null;
            /** @description The media type that it would be sent as */
            contentType: string | null;
            /** @description Why no body can be made, as the attempt would say it */
            problem: string | null;
            /** @description Type of the event */
            event: string | null;
            /** @description The sequence of the event; null: it is a sample */
            sequence: number | null;
        };
        SigningSecret: {
            /** @description whsec_ and 32 bytes in base64 */
            secret: string;
        };
        WebhookTest: {
            /** @description Which event the sample is of, in any case; default `Message` */
            event?: string;
            /**
             * @description Where the sample goes; default `webhook`. `global-webhook` needs the global key
             * @enum {string}
             */
            destination?: "webhook" | "global-webhook";
            /** @description Id of an endpoint of the instance that is a webhook; default `default`, the one that webhook/set changes */
            endpoint?: string;
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
        /** @description A phone number with its country code as people write it, such as +55 (11) 99999-0000, a link with one, or a JID; digits may be a JSON number. A paired phone also takes a username such as @ana.silva, and @ana.silva:1234 where it has a key. The official API also takes the id that a person has for the business, such as BR.13491208655302741918 */
        Recipient: string;
        /** @description The message that this one answers */
        QuotedMessage: {
            /** @description The key of the message, as events have it. Of one that is not stored, an absent `remoteJid` is the chat that is written to, and an absent `fromMe` false */
            key: {
                /** @description Id of the message, `key.id` of the answer that sending gave, `Info.ID` of its event */
                id: string;
                /** @description The chat that the message is in: a phone number or a JID; absent: whichever it is in */
                remoteJid?: string;
                /** @description Whether the account itself wrote the message; absent: it does not matter */
                fromMe?: boolean;
                /** @description Who wrote the message, in a group: needed for one that is not stored and that the account did not write */
                participant?: string | null;
            };
            /** @description What the message says, such as {"conversation": "Hello"}, as events have it. It is shown if the message is not stored; without it that is not found */
            message?: {
                [key: string]: unknown;
            };
        };
        TextMessage: {
            number: components["schemas"]["Recipient"];
            /** @description The text, of 1-65536 characters, such as `Your order is ready` */
            text: string;
            /**
             * @description Shows title, description and picture of the page that the first link leads to. The text waits up to 3 seconds for them, and goes without when they do not come
             * @default false
             */
            linkPreview?: boolean;
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text mentions as @number */
            mentioned?: string[];
            /** @description Whether everybody in the group is mentioned; default false */
            mentionsEveryOne?: boolean;
            /** @description A text of your own of at most 512 characters, which every MessageStatus of the message repeats */
            callbackData?: string;
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
        MessageSent: {
            key: {
                remoteJid: string;
                /** @constant */
                fromMe: true;
                id: string;
            };
            /** @description The platform's own id of it, `wamid.…` on the official API; either finds it */
            platformId?: string;
            /** @description The account's own name */
            pushName: string;
            /**
             * @description PENDING: it is on its way; QUEUED: it waits to be sent, and `GET /message/scheduled/{instanceName}/{id}` says for what; with EVOLUTION_MODE always PENDING. What becomes of it: `GET /message/status/{instanceName}/{messageId}`
             * @enum {string}
             */
            status: "PENDING" | "QUEUED";
            /** @description What was sent, in WhatsApp's own spelling; while it waits what is known of it: of a file without its keys and its place, of a forwarded message the kind alone */
            message: {
                [key: string]: unknown;
            };
            /** @description The field of `message` that holds it */
            messageType: string;
            /** @description With EVOLUTION_MODE: what it answers and whom it mentions, as inside `message` */
            contextInfo?: {
                [key: string]: unknown;
            };
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
        LocationMessage: {
            number: components["schemas"]["Recipient"];
            /** @description Degrees north of the equator, -90 to 90; negative in the south */
            latitude: number;
            /** @description Degrees east of Greenwich, -180 to 180; negative in the west */
            longitude: number;
            /** @description What the place is called */
            name?: string;
            /** @description Address of the place, shown below its name */
            address?: string;
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text mentions as @number */
            mentioned?: string[];
            /** @description Whether everybody in the group is mentioned; default false */
            mentionsEveryOne?: boolean;
            /** @description A text of your own of at most 512 characters, which every MessageStatus of the message repeats */
            callbackData?: string;
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
            /** @description The cards to send in one message, 1-257 */
            contact: {
                /** @description Name of the person as the card shows it */
                fullName: string;
                /** @description First name of the person on the card */
                firstName?: string;
                /** @description Last name of the person on the card */
                lastName?: string;
                /** @description Middle name of the person on the card */
                middleName?: string;
                /** @description What is in front of the name on the card, such as `Dr.` */
                namePrefix?: string;
                /** @description What is behind the name on the card, such as `Jr.` */
                nameSuffix?: string;
                /** @description Phone number of the person with its country code, the first on the card; required if nothing else leads to the person */
                phoneNumber?: string;
                /** @description More phone numbers on the card, at most 20 */
                phones?: {
                    /** @description The phone number as the card shows it, such as `+55 11 98888-0000` */
                    phone?: string;
                    /** @description The digits by which WhatsApp has the number; absent: those of a number with `+` */
                    waId?: string;
                    /** @description Whose it is, such as `CELL`, `HOME` or `WORK` */
                    type?: string;
                }[];
                /** @description E-mail address of the person, the first on the card */
                email?: string;
                /** @description More e-mail addresses on the card, at most 20 */
                emails?: {
                    /** @description An e-mail address of the person */
                    email?: string;
                    /** @description Whose it is, such as `CELL`, `HOME` or `WORK` */
                    type?: string;
                }[];
                /** @description Web page of the person or the company, the first on the card */
                url?: string;
                /** @description More web pages on the card, at most 20 */
                urls?: {
                    /** @description The address of a web page */
                    url?: string;
                    /** @description Whose it is, such as `CELL`, `HOME` or `WORK` */
                    type?: string;
                }[];
                /** @description Postal addresses on the card, at most 20 */
                addresses?: {
                    /** @description Street and number of the address */
                    street?: string;
                    /** @description City of the postal address */
                    city?: string;
                    /** @description State of the postal address, such as `SP` */
                    state?: string;
                    /** @description Postal code of the address */
                    zip?: string;
                    /** @description Country of the postal address, in words */
                    country?: string;
                    /** @description Country of the postal address in two letters, such as `BR` */
                    countryCode?: string;
                    /** @description Whose it is, such as `CELL`, `HOME` or `WORK` */
                    type?: string;
                }[];
                /** @description Birthday of the person in the form 1990-12-31 */
                birthday?: string;
                /** @description The company that the person belongs to */
                organization?: string;
                /** @description The department of the company */
                department?: string;
                /** @description What the person does in the company */
                jobTitle?: string;
            }[];
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text mentions as @number */
            mentioned?: string[];
            /** @description Whether everybody in the group is mentioned; default false */
            mentionsEveryOne?: boolean;
            /** @description A text of your own of at most 512 characters, which every MessageStatus of the message repeats */
            callbackData?: string;
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
            /** @description The question of the poll, of 1-255 characters */
            name: string;
            /** @description What people can choose: 2-12 different texts of 1-100 characters */
            values: string[];
            /**
             * @description How many one person may choose; 0: as many as they like
             * @default 1
             */
            selectableCount?: number;
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text mentions as @number */
            mentioned?: string[];
            /** @description Whether everybody in the group is mentioned; default false */
            mentionsEveryOne?: boolean;
            /** @description A text of your own of at most 512 characters, which every MessageStatus of the message repeats */
            callbackData?: string;
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
            /** @description Id of the message, `key.id` of the answer that sending gave, `Info.ID` of its event */
            id: string;
            /** @description The chat that the message is in: a phone number or a JID; absent: whichever it is in */
            remoteJid?: string;
            /** @description Whether the account itself wrote the message; absent: it does not matter */
            fromMe?: boolean;
            /** @description Who wrote the message, in a group: needed for one that is not stored and that the account did not write */
            participant?: string | null;
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
            /** @description A text of your own of at most 512 characters, which every MessageStatus of the message repeats */
            callbackData?: string;
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
            /** @description The text, of 1-65536 characters, such as `Your order is ready` */
            text: string;
        };
        MessageRemoval: {
            /** @description Id of the message, `key.id` of the answer that sending gave, `Info.ID` of its event */
            id: string;
            /** @description The chat that the message is in: a phone number or a JID; absent: whichever it is in */
            remoteJid?: string;
            /** @description Whether the account itself wrote the message; absent: it does not matter */
            fromMe?: boolean;
            /** @description Who wrote the message, in a group: needed for one that is not stored and that the account did not write */
            participant?: string | null;
        };
        ListMessage: {
            number: components["schemas"]["Recipient"];
            /**
             * @description Sends the choices as such through a paired phone; absent: as INTERACTIVE_ON_PHONES says. It makes no difference to the official API
             * @constant
             */
            interactive?: "try";
            /**
             * @description What is sent where the choices are not shown: a poll of them, or a text that numbers them. Absent: nothing, or the text if the choices are tried and refused
             * @enum {string}
             */
            fallback?: "poll" | "text";
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text mentions as @number */
            mentioned?: string[];
            /** @description Whether everybody in the group is mentioned; default false */
            mentionsEveryOne?: boolean;
            /** @description A text of your own of at most 512 characters, which every MessageStatus of the message repeats */
            callbackData?: string;
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
            /** @description The heading above the text, of at most 60 characters */
            title?: string;
            /** @description The text below the heading */
            description?: string;
            /** @description Small print below the text; of a poll the last line of its question */
            footerText?: string;
            /** @description What the button that opens the list says, of at most 20 characters; required where the list is sent as such or as a text */
            buttonText?: string;
            /** @description The choices in sections: `[{title, rows: [{title, description, rowId}]}]`, 1-10 rows in all; of a poll 2-12, each an option */
            sections?: Record<string, unknown>[];
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
                /** @description What to do about it, if there is something better to say */
                hint?: string;
                /** @description Where this service explains the code, such as `/docs/errors#not-found` */
                docs: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        ButtonsMessage: {
            number: components["schemas"]["Recipient"];
            /**
             * @description Sends the choices as such through a paired phone; absent: as INTERACTIVE_ON_PHONES says. It makes no difference to the official API
             * @constant
             */
            interactive?: "try";
            /**
             * @description What is sent where the choices are not shown: a poll of them, or a text that numbers them. Absent: nothing, or the text if the choices are tried and refused
             * @enum {string}
             */
            fallback?: "poll" | "text";
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text mentions as @number */
            mentioned?: string[];
            /** @description Whether everybody in the group is mentioned; default false */
            mentionsEveryOne?: boolean;
            /** @description A text of your own of at most 512 characters, which every MessageStatus of the message repeats */
            callbackData?: string;
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
            /** @description The heading above the text, of at most 60 characters */
            title?: string;
            /** @description The text below the heading */
            description?: string;
            /** @description Small print below the text; of a poll the last line of its question */
            footer?: string;
            /** @description Picture above the text: an http(s) URL, base64, or a data: URL in base64 */
            thumbnailUrl?: string;
            /** @description Video above the text, given as a picture is */
            videoUrl?: string;
            /** @description Document above the text, given as a picture is; `fileName` names it */
            documentUrl?: string;
            /** @description Name of the file as its recipient sees it; a document gets the ending of its type if it has none. Absent, of a document: the name that the server gives it, else the last part of its URL, else `file` and an ending */
            fileName?: string;
            /** @description At most 20 headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`. They go to the scheme, host and port of that URL alone, never on with a redirect to another, and are stored nowhere */
            mediaHeaders?: {
                [key: string]: string;
            };
            /** @description The buttons: 1-3 of `{type: "reply", displayText, id}`, or one `{type: "url", displayText, url}`; through a paired phone also `{type: "call", displayText, phoneNumber}`, `{type: "copy", displayText, copyCode}`, in any mixture, or one `{type: "pix", name, keyType, key, currency, amount}`; of a poll 2-12 reply buttons, each an option */
            buttons?: Record<string, unknown>[];
        };
        CarouselMessage: {
            number: components["schemas"]["Recipient"];
            /**
             * @description Sends the choices as such through a paired phone; absent: as INTERACTIVE_ON_PHONES says. It makes no difference to the official API
             * @constant
             */
            interactive?: "try";
            /**
             * @description What is sent where the choices are not shown: a poll of them, or a text that numbers them. Absent: nothing, or the text if the choices are tried and refused
             * @enum {string}
             */
            fallback?: "poll" | "text";
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text mentions as @number */
            mentioned?: string[];
            /** @description Whether everybody in the group is mentioned; default false */
            mentionsEveryOne?: boolean;
            /** @description A text of your own of at most 512 characters, which every MessageStatus of the message repeats */
            callbackData?: string;
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
            /** @description The text above the cards, of 1-1024 characters */
            body?: string;
            /** @description Small print below the text */
            footer?: string;
            /** @description The cards, 1-10 of `{title, body, footer, imageUrl, buttons}` with 1-3 buttons each as in `/message/sendButtons`; `videoUrl` in place of `imageUrl` for a video. The files, as URLs or base64, have at most 16 MiB together */
            cards?: Record<string, unknown>[];
            /** @description At most 20 headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`. They go to the scheme, host and port of that URL alone, never on with a redirect to another, and are stored nowhere */
            mediaHeaders?: {
                [key: string]: string;
            };
        };
        FlowMessage: {
            number: components["schemas"]["Recipient"];
            /** @description The heading above the text, of at most 60 characters */
            title?: string;
            /** @description The text below the heading */
            description?: string;
            /** @description Small print below the text; of a poll the last line of its question */
            footer?: string;
            /** @description Picture above the text: an http(s) URL, base64, or a data: URL in base64 */
            thumbnailUrl?: string;
            /** @description Video above the text, given as a picture is */
            videoUrl?: string;
            /** @description Document above the text, given as a picture is; `fileName` names it */
            documentUrl?: string;
            /** @description Name of the file as its recipient sees it; a document gets the ending of its type if it has none. Absent, of a document: the name that the server gives it, else the last part of its URL, else `file` and an ending */
            fileName?: string;
            /** @description At most 20 headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`. They go to the scheme, host and port of that URL alone, never on with a redirect to another, and are stored nowhere */
            mediaHeaders?: {
                [key: string]: string;
            };
            /** @description Id of the form at Meta; `flowName` names it instead */
            flowId?: string;
            /** @description Name of the form at Meta, in place of its id */
            flowName?: string;
            /** @description What the button that opens the form says, of at most 30 characters */
            flowCta?: string;
            /** @description A text of your own of at most 512 characters, which comes back with what is filled in; absent: `unused` */
            flowToken?: string;
            /** @description Whether a screen is shown at once, `navigate`, or the server of the form is asked which one, `data_exchange`; absent: navigate */
            flowAction?: string;
            /** @description The screen of the form that is shown first; absent: as the form says */
            flowScreen?: string;
            /** @description What the first screen is given: an object, of at most 16384 characters as JSON; needs `flowScreen` */
            flowData?: Record<string, unknown>;
            /** @description Whether the form is `published`, or still a `draft` that is tried; absent: published */
            flowMode?: string;
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text mentions as @number */
            mentioned?: string[];
            /** @description Whether everybody in the group is mentioned; default false */
            mentionsEveryOne?: boolean;
            /** @description A text of your own of at most 512 characters, which every MessageStatus of the message repeats */
            callbackData?: string;
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
        MediaMessage: {
            number: components["schemas"]["Recipient"];
            /**
             * @description How the file is sent and shown
             * @enum {string}
             */
            mediatype: "image" | "video" | "audio" | "document";
            /** @description A file of at most 16 MiB: base64, a data: URL in base64, or an http(s) URL */
            media: string;
            /** @description Media type of the file, such as `text/csv`. It counts where the bytes of the file leave a choice; absent: what the data: URL, the server of the URL or the name of the file says */
            mimetype?: string;
            /** @description Text shown below the file, of at most 1024 characters */
            caption?: string;
            /** @description Name of the file as its recipient sees it; a document gets the ending of its type if it has none. Absent, of a document: the name that the server gives it, else the last part of its URL, else `file` and an ending */
            fileName?: string;
            /**
             * @description Whether phones show the file once only; not of a document
             * @default false
             */
            viewOnce?: boolean;
            /**
             * @description Whether phones play a video again and again without its sound, as they do with GIFs; of a video alone. The official API has no such videos, so it is sent like other videos
             * @default false
             */
            gifPlayback?: boolean;
            /** @description At most 20 headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`. They go to the scheme, host and port of that URL alone, never on with a redirect to another, and are stored nowhere */
            mediaHeaders?: {
                [key: string]: string;
            };
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text mentions as @number */
            mentioned?: string[];
            /** @description Whether everybody in the group is mentioned; default false */
            mentionsEveryOne?: boolean;
            /** @description A text of your own of at most 512 characters, which every MessageStatus of the message repeats */
            callbackData?: string;
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
            /**
             * @description How the file is sent and shown
             * @enum {string}
             */
            mediatype: "image" | "video" | "audio" | "document";
            /** @description Media type of the file, such as `text/csv`. It counts where the bytes of the file leave a choice; absent: what the data: URL, the server of the URL or the name of the file says */
            mimetype?: string;
            /** @description Text shown below the file, of at most 1024 characters */
            caption?: string;
            /** @description Name of the file as its recipient sees it; a document gets the ending of its type if it has none. Absent, of a document: the name that the server gives it, else the last part of its URL, else `file` and an ending */
            fileName?: string;
            /**
             * @description Whether phones show the file once only; not of a document
             * @default false
             */
            viewOnce?: boolean;
            /**
             * @description Whether phones play a video again and again without its sound, as they do with GIFs; of a video alone. The official API has no such videos, so it is sent like other videos
             * @default false
             */
            gifPlayback?: boolean;
            /** @description At most 20 headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`. They go to the scheme, host and port of that URL alone, never on with a redirect to another, and are stored nowhere */
            mediaHeaders?: {
                [key: string]: string;
            };
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text mentions as @number */
            mentioned?: string[];
            /** @description Whether everybody in the group is mentioned; default false */
            mentionsEveryOne?: boolean;
            /** @description A text of your own of at most 512 characters, which every MessageStatus of the message repeats */
            callbackData?: string;
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
            /** @description The file itself, a part of the form in place of `media` */
            file: string;
        };
        VoiceNote: {
            number: components["schemas"]["Recipient"];
            /** @description MP3, WAV, or Opus in Ogg or WebM, of at most 16 MiB and 10 minutes: base64, a data: URL in base64, or an http(s) URL */
            audio: string;
            /**
             * @description Whether phones show the file once only; not of a document
             * @default false
             */
            viewOnce?: boolean;
            /** @description At most 20 headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`. They go to the scheme, host and port of that URL alone, never on with a redirect to another, and are stored nowhere */
            mediaHeaders?: {
                [key: string]: string;
            };
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text mentions as @number */
            mentioned?: string[];
            /** @description Whether everybody in the group is mentioned; default false */
            mentionsEveryOne?: boolean;
            /** @description A text of your own of at most 512 characters, which every MessageStatus of the message repeats */
            callbackData?: string;
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
             * @description Whether phones show the file once only; not of a document
             * @default false
             */
            viewOnce?: boolean;
            /** @description At most 20 headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`. They go to the scheme, host and port of that URL alone, never on with a redirect to another, and are stored nowhere */
            mediaHeaders?: {
                [key: string]: string;
            };
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text mentions as @number */
            mentioned?: string[];
            /** @description Whether everybody in the group is mentioned; default false */
            mentionsEveryOne?: boolean;
            /** @description A text of your own of at most 512 characters, which every MessageStatus of the message repeats */
            callbackData?: string;
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
            /** @description The file itself, a part of the form in place of `audio` */
            file: string;
        };
        RoundVideo: {
            number: components["schemas"]["Recipient"];
            /** @description MP4 of at most 16 MiB: base64, a data: URL in base64, or an http(s) URL */
            video: string;
            /** @description At most 20 headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`. They go to the scheme, host and port of that URL alone, never on with a redirect to another, and are stored nowhere */
            mediaHeaders?: {
                [key: string]: string;
            };
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text mentions as @number */
            mentioned?: string[];
            /** @description Whether everybody in the group is mentioned; default false */
            mentionsEveryOne?: boolean;
            /** @description A text of your own of at most 512 characters, which every MessageStatus of the message repeats */
            callbackData?: string;
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
            /** @description At most 20 headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`. They go to the scheme, host and port of that URL alone, never on with a redirect to another, and are stored nowhere */
            mediaHeaders?: {
                [key: string]: string;
            };
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text mentions as @number */
            mentioned?: string[];
            /** @description Whether everybody in the group is mentioned; default false */
            mentionsEveryOne?: boolean;
            /** @description A text of your own of at most 512 characters, which every MessageStatus of the message repeats */
            callbackData?: string;
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
            /** @description The file itself, a part of the form in place of `video` */
            file: string;
        };
        StickerMessage: {
            number: components["schemas"]["Recipient"];
            /** @description A picture of at most 5 MiB, or WebP of at most 512 KiB: base64, a data: URL in base64, or an http(s) URL */
            sticker: string;
            /** @description At most 20 headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`. They go to the scheme, host and port of that URL alone, never on with a redirect to another, and are stored nowhere */
            mediaHeaders?: {
                [key: string]: string;
            };
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text mentions as @number */
            mentioned?: string[];
            /** @description Whether everybody in the group is mentioned; default false */
            mentionsEveryOne?: boolean;
            /** @description A text of your own of at most 512 characters, which every MessageStatus of the message repeats */
            callbackData?: string;
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
            /** @description At most 20 headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`. They go to the scheme, host and port of that URL alone, never on with a redirect to another, and are stored nowhere */
            mediaHeaders?: {
                [key: string]: string;
            };
            quoted?: components["schemas"]["QuotedMessage"];
            /** @description Phone numbers, or JIDs with them, of those whom the text mentions as @number */
            mentioned?: string[];
            /** @description Whether everybody in the group is mentioned; default false */
            mentionsEveryOne?: boolean;
            /** @description A text of your own of at most 512 characters, which every MessageStatus of the message repeats */
            callbackData?: string;
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
            /** @description The file itself, a part of the form in place of `sticker` */
            file: string;
        };
        StatusPost: {
            /**
             * @description What is posted: a text, or a file of this kind
             * @enum {string}
             */
            type: "text" | "image" | "video" | "audio";
            /** @description The text, of at most 700 characters; or the file, of at most 16 MiB: base64, a data: URL in base64, or an http(s) URL. Audio is what voice notes can be made of */
            content: string;
            /** @description Text shown below the file, of at most 1024 characters */
            caption?: string;
            /** @description At most 20 headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`. They go to the scheme, host and port of that URL alone, never on with a redirect to another, and are stored nowhere */
            mediaHeaders?: {
                [key: string]: string;
            };
            /**
             * @description Color behind a text in the form #RRGGBB, default #075E54
             * @default #075E54
             */
            backgroundColor?: string;
            /**
             * @description Font of a text: its place, 0-5, among those that phones offer
             * @default 0
             */
            font?: number;
            /**
             * @description Always false or absent: the contacts of the account are not known here
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
            /**
             * @description What is posted: a text, or a file of this kind
             * @enum {string}
             */
            type: "text" | "image" | "video" | "audio";
            /** @description Text shown below the file, of at most 1024 characters */
            caption?: string;
            /** @description At most 20 headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`. They go to the scheme, host and port of that URL alone, never on with a redirect to another, and are stored nowhere */
            mediaHeaders?: {
                [key: string]: string;
            };
            /**
             * @description Color behind a text in the form #RRGGBB, default #075E54
             * @default #075E54
             */
            backgroundColor?: string;
            /**
             * @description Font of a text: its place, 0-5, among those that phones offer
             * @default 0
             */
            font?: number;
            /**
             * @description Always false or absent: the contacts of the account are not known here
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
            /** @description The file itself, a part of the form in place of `content` */
            file: string;
        };
        /** @description What the official API charges for a message */
        MessagePricing: {
            /** @description Whether the message costs anything */
            billable?: boolean;
            /** @description How prices are counted, such as `PMP`: for each message */
            pricing_model?: string;
            /** @description What is charged: `marketing`, `utility`, `authentication`, `service` */
            category?: string;
            /** @description `regular`, or why it is free: `free_customer_service`, `free_entry_point` */
            type?: string;
            /** @description What began the conversation, where the platform says so */
            origin?: string;
            /** @description The platform's id of the conversation that is paid for, where it names one */
            conversation?: string;
            /** @description When that conversation ends, in seconds since 1970, where the platform says so */
            conversationUntil?: string;
        };
        MessageFate: {
            id: string;
            /** @description The platform's own id, where it differs and is known */
            platformId?: string;
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
            /**
             * @description Of a message with buttons, a list or a carousel from a paired phone: as what it was sent last
             * @enum {string}
             */
            form?: "interactive" | "poll" | "text";
            /** @description The first change first */
            history: {
                /**
                 * @description What it became
                 * @enum {string}
                 */
                status: "Queued" | "Pending" | "Unknown" | "ServerAck" | "Delivered" | "Read" | "Played" | "Error";
                /** Format: date-time */
                at: string;
                /**
                 * @description As what it was sent from then on
                 * @enum {string}
                 */
                form?: "interactive" | "poll" | "text";
                /** @description The platform's number for the refusal of the form before */
                code?: number;
            }[];
            pricing?: components["schemas"]["MessagePricing"];
            /** @description `callbackData` of the request that sent it */
            callbackData?: string;
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
            /** @description Name of the template, 1-512 lower-case letters, digits or underscores, such as `order_ready`; unique per language */
            name: string;
            /** @description Language of the template, such as en or pt_BR */
            language: string;
            /**
             * @description What messages of the template are for, as Meta sorts and bills them
             * @enum {string}
             */
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
            /** @description Id of the template, `id` in the answer of `/template/find` */
            templateId: string;
            /**
             * @description What messages of the template are for, as Meta sorts and bills them; absent: it stays as it is
             * @enum {string}
             */
            category?: "AUTHENTICATION" | "MARKETING" | "UTILITY";
            /** @description All the components that it is to have. At most one each of HEADER (text up to 60 characters, or a file by its handle), BODY (required, up to 1024), FOOTER (up to 60), BUTTONS (up to 10, texts up to 25), CAROUSEL (2-10 cards) and LIMITED_TIME_OFFER (up to 16 characters). Texts with variables need an `example`; a variable stands neither at the beginning nor at the end of a body. Absent: they stay as they are */
            components?: components["schemas"]["TemplateComponent"][];
            /** @description Seconds for which delivery is tried: 30-900 of AUTHENTICATION, 30-43200 of UTILITY, 43200-2592000 of MARKETING; -1, not of MARKETING: as long as it can be. Absent: it stays as it is */
            message_send_ttl_seconds?: number;
        };
        TemplateToDelete: {
            /** @description Name of the template, which is deleted in all its languages */
            name: string;
            /** @description Id of the template in one language, which alone is deleted then */
            hsmId?: string;
        };
        ChatMessageKey: {
            /** @description Id of the message, `key.id` of the answer that sending gave, `Info.ID` of its event */
            id: string;
            /** @description The chat that the message is in: a phone number or a JID; absent: whichever it is in */
            remoteJid?: string;
            /** @description Whether the account wrote it, and so has nothing to confirm; absent: as it is stored, otherwise false */
            fromMe?: boolean;
            /** @description Who wrote the message, in a group: needed for one that is not stored and that the account did not write */
            participant?: string | null;
        };
        NumberFound: {
            /** @description If nobody has the number, what it would be; empty if it cannot be a number */
            jid: string;
            exists: boolean;
            /** @description As it was given */
            number: string;
            /** @description The address that hides the number */
            lid?: string;
            /** @description Why it cannot be a phone number; the others are still looked up */
            reason?: string;
        };
        ContactsMerged: {
            /** @description How many addresses had something that is now with their contact; 0: nothing was left */
            merged: number;
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
            /** @description At most 20 headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`. They go to the scheme, host and port of that URL alone, never on with a redirect to another, and are stored nowhere */
            mediaHeaders?: {
                [key: string]: string;
            };
        };
        WhichPoll: {
            /** @description The message that is the poll; only its key is looked at */
            message: {
                /** @description The key of the poll, as its event has it */
                key: {
                    /** @description Id of the message that is the poll */
                    id: string;
                };
            };
            /** @description The chat that the poll must be in; absent: whichever it is in */
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
        MessageOfFile: {
            /** @description The message that has the file; only its key is looked at */
            message: {
                /** @description The key of the message, as events have it */
                key: {
                    /** @description Id of the message that has the file, `Info.ID` of its event */
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
        GoneFailure: {
            /** @constant */
            success: false;
            error: {
                /** @constant */
                code: "GONE";
                message: string;
                /** @description What to do about it, if there is something better to say */
                hint?: string;
                /** @description Where this service explains the code, such as `/docs/errors#not-found` */
                docs: string;
            };
            meta: components["schemas"]["FailureMeta"];
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
        NewGroup: {
            /** @description Name of the group, of 1-100 characters */
            subject: string;
            /** @description What the group is about, of at most 2048 characters; empty: nothing */
            description?: string;
            /** @description People, 1-1024: phone numbers with their country code, or JIDs */
            participants: string[];
            /** @description Whether the participants become admins of the group; default false */
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
        GroupParticipants: {
            participants: components["schemas"]["GroupParticipant"][];
        };
        GroupUpdated: {
            /** @constant */
            update: "success";
        };
        NewGroupPicture: {
            /** @description The group: its JID, such as `120363000000000001@g.us`, or the digits of it */
            groupJid: string;
            /** @description A picture of at most 5 MiB: base64, a data: URL in base64, or an http(s) URL */
            image: string;
            /** @description At most 20 headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`. They go to the scheme, host and port of that URL alone, never on with a redirect to another, and are stored nowhere */
            mediaHeaders?: {
                [key: string]: string;
            };
        };
        NamedGroup: {
            /** @description The group: its JID, such as `120363000000000001@g.us`, or the digits of it */
            groupJid: string;
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
            /** @description The group: its JID, such as `120363000000000001@g.us`, or the digits of it */
            groupJid: string;
            /** @description The text above the link, of at most 2048 characters; absent: none */
            description?: string;
            /** @description People, 1-50: phone numbers with their country code, or JIDs */
            numbers: string[];
        };
        InvitationResult: {
            /** @description A JID */
            number: string;
            /**
             * @description As of every message that is sent; UNKNOWN: it may have been sent, and the status of `id` says so once it is known; FAILED: nothing was sent
             * @enum {string}
             */
            status: "PENDING" | "QUEUED" | "UNKNOWN" | "FAILED";
            /** @description Of the message; null: there is none */
            id: string | null;
            /** @description Why nothing was sent, or why that is not known */
            reason: string | null;
        };
        InvitationsSent: {
            /** @description Whether it goes to anybody */
            send: boolean;
            inviteUrl: string;
            results: components["schemas"]["InvitationResult"][];
        };
        ChannelFields: {
            /** @description Whether the events of the instance also go there */
            enabled: boolean;
            /** @description Names of the events that the instance sends, wherever they go, such as `Message`, or `ALL`; absent or empty: they stay as they are */
            events?: string[];
        };
        EventChannel: {
            enabled: boolean;
            /** @description Those of the instance, wherever they go */
            events: string[];
        };
        PortalRequest: {
            /**
             * @description For how many seconds the link, and the page that it opens, are good: a minute to a week, by default an hour
             * @default 3600
             */
            ttlSeconds?: number;
            /** @description What the page may do; default: everything. `endpoints:read` is always among them, and `deliveries:redeliver` brings `deliveries:read` */
            scopes?: ("endpoints:read" | "endpoints:write" | "endpoints:test" | "deliveries:read" | "deliveries:redeliver" | "recovery")[];
            /**
             * @description The colours of the page; `auto`, the default: as the browser has it
             * @enum {string}
             */
            theme?: "auto" | "light" | "dark";
            /**
             * @description The language of the page; default: the one that the browser prefers
             * @enum {string}
             */
            language?: "en" | "pt-BR" | "es";
        };
        PortalLink: {
            /** @description Id of the link; the audit names what its page does by it */
            id: string;
            /**
             * Format: date-time
             * @description Until when the link and its page are good
             */
            expiresAt: string;
            /** @description What the page of the link may do */
            scopes: ("endpoints:read" | "endpoints:write" | "endpoints:test" | "deliveries:read" | "deliveries:redeliver" | "recovery")[];
            /** @description Address to open in a browser, or in a frame; shown here only */
            url: string;
        };
        LivePortalLink: {
            /** @description Id of the link; the audit names what its page does by it */
            id: string;
            /**
             * Format: date-time
             * @description Until when the link and its page are good
             */
            expiresAt: string;
            /** @description What the page of the link may do */
            scopes: ("endpoints:read" | "endpoints:write" | "endpoints:test" | "deliveries:read" | "deliveries:redeliver" | "recovery")[];
            /** @description Whether the page has been opened with it */
            opened: boolean;
            /**
             * Format: date-time
             * @description When the link was made
             */
            createdAt: string;
        };
        PortalLinks: {
            /** @description The newest first */
            links: components["schemas"]["LivePortalLink"][];
        };
        DeletedPortalLink: {
            /** @description Id of the link that was ended */
            id: string;
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
            /** @description JID of the channel, such as `120363000000000002@newsletter` */
            jid: string;
        };
        NewsletterInvitation: {
            /** @description The link of a channel, or the code at its end */
            key: string;
        };
        ProxySettings: {
            /** @description Whether the instance connects through the proxy */
            enabled: boolean;
            /**
             * @description How the proxy is spoken to
             * @enum {string}
             */
            protocol: "http" | "https" | "socks5";
            /** @description Host name or IP address of the proxy, without scheme, port or path */
            host: string;
            /** @description Port of the proxy, 1 to 65535, as a number or a text */
            port: number | string;
            /** @description Name that the proxy asks for, at most 255 bytes and no colon; absent: it asks for none */
            username?: string;
            /** @description Password that the proxy asks for, at most 255 bytes. Masked (********): the stored one, while protocol, host, port and username stay the same. */
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
            /** @description Whether calls that come in are rejected */
            rejectCall?: boolean;
            /** @description The text that callers get when their call is rejected, of at most 1000 characters; empty: none */
            msgCall?: string;
            /** @description Whether events of groups are left out everywhere */
            groupsIgnore?: boolean;
            /** @description Whether the account is shown as online while it is connected */
            alwaysOnline?: boolean;
            /** @description Whether messages are confirmed as read once their events are on disk */
            readMessages?: boolean;
            /** @description Whether status updates are confirmed as seen once their events are on disk */
            readStatus?: boolean;
            /** @description Makes no difference: messages from before the pairing give no events; `ignored` names it */
            syncFullHistory?: boolean;
            /** @description Makes no difference: calls can be rejected, not taken; `ignored` names it unless it is empty */
            wavoipToken?: string;
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
        Delivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            eventId: string;
            event: string;
            sequence: number;
            /** @description webhook, global-webhook, amqp, global-amqp, nats, global-nats */
            destination: string;
            /** @description Id of the endpoint that it goes to: `default`, the UUID of another webhook of the instance, otherwise its destination */
            endpoint: string;
            /** @description Id of the recovery that sends it; null: it was sent when its event happened */
            recovery: string | null;
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
            /** @description Id of the endpoint that it goes to: `default`, the UUID of another webhook of the instance, otherwise its destination */
            endpoint: string;
            /** @description Id of the recovery that sends it; null: it was sent when its event happened */
            recovery: string | null;
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
            /** @description In order: the first 20 and the latest 20 */
            attempts: components["schemas"]["Attempt"][];
            /** @description How many attempts between these are no longer kept; absent if all are */
            attemptsLeftOut?: number;
        };
        DeliveryRequest: {
            /** @description Where it goes, or a queue or subject; credentials and query values are masked */
            url: string | null;
            /** @description As it is sent, without the bytes of files; keys of instances are masked for all but the global key. Null: the event is not stored any more */
            body: string | null;
            /** @description Why nothing would be sent now */
            reason: string | null;
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
            /** @description Id of the endpoint that it goes to: `default`, the UUID of another webhook of the instance, otherwise its destination */
            endpoint: string;
            /** @description Id of the recovery that sends it; null: it was sent when its event happened */
            recovery: string | null;
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
        /** @description At least one field beside `endpoint` */
        RedeliveryRequest: {
            /** @description Ids of the deliveries to send again, at most 1000; not together with other fields */
            ids?: string[];
            /**
             * @description Sends again all deliveries in this state
             * @enum {string}
             */
            state?: "delivered" | "discarded" | "waiting";
            /** @description Only deliveries to this endpoint of the instance, by its id, such as `default` or a UUID */
            endpoint?: string;
            /**
             * Format: date-time
             * @description Only deliveries that were created at this time or later
             */
            from?: string;
            /**
             * Format: date-time
             * @description Only deliveries that were created at this time or earlier
             */
            to?: string;
        };
        RedeliveryResult: {
            redelivering: number;
        };
        FindMessages: {
            /** @description Which messages are asked for; absent or empty: every message */
            where?: {
                /** @description Id of one record, which is not the id of its message */
                id?: string;
                /** @description Which message, or the messages of which chat */
                key?: {
                    /** @description Id of one message, `key.id` of the answer that sending gave */
                    id?: string;
                    /** @description The chat whose messages are asked for: a phone number or a JID */
                    remoteJid?: string;
                    /** @description The chat whose messages are asked for, by its other address */
                    remoteJidAlt?: string;
                    /** @description Only messages that the account itself wrote, or only others */
                    fromMe?: boolean;
                    /** @description Who wrote the messages, in a group: a phone number or a JID */
                    participant?: string;
                };
                /**
                 * @description What the messages were written with: this service (`web`), or not known
                 * @enum {string}
                 */
                source?: "web" | "unknown";
                /** @description Only messages of this kind, such as `imageMessage` */
                messageType?: string;
                /** @description Only messages of senders who call themselves so */
                pushName?: string;
                /** @description The chat whose messages are asked for, in place of `key.remoteJid` */
                remoteJid?: string;
                /** @description A span of time, both ends included; either may be absent */
                messageTimestamp?: {
                    /**
                     * Format: date-time
                     * @description From this time on, such as `2026-01-31T12:00:00Z`
                     */
                    gte?: string;
                    /**
                     * Format: date-time
                     * @description Up to this time, such as `2026-01-31T12:00:00Z`
                     */
                    lte?: string;
                };
            };
            /** @description Which page is asked for, from 1; default 1 */
            page?: number;
            /** @description How many a page has: 1-500, default 50 */
            offset?: number;
            /** @description `next` of the page before, after which to go on; `page` is then left aside */
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
                /** @description The LID of the chat, where it is known */
                remoteJidAlt?: string;
                /** @description Who wrote it, in a group */
                participant?: string;
                /** @description Their LID */
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
            /**
             * @description In a list of chats that has become too large: `message` is empty here, and `/chat/findMessages` gives it
             * @constant
             */
            messageLeftOut?: true;
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
            /** @description Which messages are asked for; absent or empty: every message that was sent through the instance */
            where?: {
                /** @description Id of the message, `key.id` of the answer that sending gave */
                id?: string;
                /** @description Id of the message, in place of `id`, for clients that call it so */
                keyId?: string;
                /** @description Only messages in this chat: a phone number or a JID */
                remoteJid?: string;
            };
            /** @description Which page is asked for, from 1; default 1 */
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
            /** @description Which chats are asked for; absent or empty: every chat. `messageTimestamp`: when its newest message was sent */
            where?: {
                /** @description Only this chat: a phone number or a JID */
                remoteJid?: string;
                /** @description A span of time, both ends included; either may be absent */
                messageTimestamp?: {
                    /**
                     * Format: date-time
                     * @description From this time on, such as `2026-01-31T12:00:00Z`
                     */
                    gte?: string;
                    /**
                     * Format: date-time
                     * @description Up to this time, such as `2026-01-31T12:00:00Z`
                     */
                    lte?: string;
                };
            };
            /** @description How many: 1-500, default 500 */
            take?: number;
            /** @description How many entries to leave out first; default 0 */
            skip?: number;
            /** @description Which page is asked for, from 1; default 1 */
            page?: number;
            /** @description How many a page has, in place of `take` */
            offset?: number;
            /** @description `id` of the last record of the page before, after which to go on */
            after?: string;
        };
        ChatRecord: {
            /** @description Of the record; `after` of the next page */
            id: string;
            remoteJid: string;
            /** @description The LID of the person, where it is known */
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
        FindContacts: {
            /** @description Which contacts are asked for; absent or empty: every contact */
            where?: {
                /** @description Id of one record, or the JID of its contact */
                id?: string;
                /** @description Only the contact with this address: a phone number or a JID */
                remoteJid?: string;
                /** @description Only contacts of exactly this name */
                pushName?: string;
            };
            /** @description Which page is asked for, from 1; default 1 */
            page?: number;
            /** @description How many a page has: 1-500, default 500 */
            offset?: number;
            /** @description `id` of the last record of the page before, after which to go on */
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
            /** @description The username of the person, without the @, as of their last message; null: not known or none */
            username: string | null;
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
            /** @description Without the @, as of their last message; null: not known or none */
            username: string | null;
        };
        AuditEntry: {
            /** @description From 1, without gaps */
            id: number;
            /** Format: date-time */
            at: string;
            /** @description Such as instance.create, webhook.set or auth.refused */
            action: string;
            /** @description global, instance:ID, portal:ID of a link to a customer’s page, anonymous or service */
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
        EndpointFigures: {
            /** @enum {string} */
            destination: "webhook" | "global-webhook" | "amqp" | "global-amqp" | "nats" | "global-nats";
            /** @description Id of the endpoint, as deliveries name it; null in sums, where all webhooks of instances are one */
            endpoint: string | null;
            /** @description Deliveries that were accepted */
            delivered: number;
            /** @description Attempts that failed, whatever became of the delivery */
            failedAttempts: number;
            /** @description Deliveries that were given up */
            discarded: number;
            /** @description Events of its list that were not meant for it: its filter left them out, or its format has no body for them */
            filtered: number;
            /** @description From the event to its acceptance, of deliveries that were accepted at the first attempt; null: there were none */
            latency: {
                /** @description Half of them were accepted within this time, estimated */
                p50Ms: number;
                /** @description 95 of 100 were accepted within this time, estimated */
                p95Ms: number;
                /** @description The longest of these times */
                maxMs: number;
            } | null;
        };
        FiguresBucket: {
            /**
             * Format: date-time
             * @description When the half hour begins
             */
            from: string;
            /** @description Events `Message`: what came, and what the account wrote on its own phone */
            messagesReceived: number;
            /** @description Messages sent through the API */
            messagesSent: number;
            /** @description The endpoints to which something was sent in this half hour, or whose filter left something out */
            destinations: components["schemas"]["EndpointFigures"][];
        };
        Figures: {
            /** @description How long each entry of `buckets` is, in minutes */
            bucketMinutes: number;
            /** @description Events `Message`: what came, and what the account wrote on its own phone */
            messagesReceived: number;
            /** @description Messages sent through the API */
            messagesSent: number;
            /** @description Of all buckets together */
            destinations: components["schemas"]["EndpointFigures"][];
            /** @description The 96 half hours up to the present one, oldest first; also those in which nothing happened */
            buckets: components["schemas"]["FiguresBucket"][];
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
            /** @description The last failure since the start, also when it is up again: of the connection, or of a queue or subject that refused */
            lastFailure: {
                /** Format: date-time */
                at: string;
                error: string;
            } | null;
            /** @description Queues or subjects that take nothing although the broker is up; absent if there are none. `cure` says what to do */
            refusing?: {
                /** @description How many instances their events wait for */
                count: number;
                /** Format: date-time */
                since: string;
                /** @description Why the first of them refuses */
                error: string;
                /** @description Its name */
                place: string;
            };
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
            /** @description New at each start of a process */
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
            token?: string;
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
                /** @description `wamid.…`: the id of the official API */
                PlatformID?: string;
                /** @constant */
                ServerID: 0;
                /** @description Such as `ImageMessage` */
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
        GraphTokenInfo: {
            /** @description The service, which is the only app */
            app_id?: string;
            type?: string;
            application?: string;
            is_valid: boolean;
            /** @description When the token ends, in seconds since 1970; 0: never */
            expires_at?: number;
            /** @description What the token may do, in Meta's words: those of messages, and of all else */
            scopes: string[];
            granular_scopes?: {
                scope: string;
                /** @description The account; absent: all accounts */
                target_ids?: string[];
            }[];
            error?: {
                code: number;
                /** @description What is wrong */
                message: string;
            };
        };
        GraphFailure: {
            error: {
                /** @description Meta's number of the error and its name */
                message: string;
                /** @constant */
                type: "OAuthException";
                /** @description Meta's number of the error */
                code: number;
                /** @description Tells errors of one code apart */
                error_subcode?: number;
                /** @description Meta's words for people */
                error_user_title?: string;
                /** @description Meta's sentence for people */
                error_user_msg?: string;
                error_data: {
                    /** @constant */
                    messaging_product: "whatsapp";
                    /** @description What is wrong with the request, and what to do */
                    details: string;
                };
                /** @description The id of the request, as in `x-request-id` */
                fbtrace_id: string;
            };
        };
        GraphSuccess: {
            /** @constant */
            success: true;
        };
        GraphMessageSent: {
            /** @constant */
            messaging_product: "whatsapp";
            contacts: {
                /** @description The recipient as the request has it */
                input: string;
                /** @description The number of the recipient, or the group */
                wa_id?: string;
                /** @description The id that the person has for the business, if it was given */
                user_id?: string;
            }[];
            messages: {
                /** @description The id of the message, `key.id` elsewhere */
                id: string;
            }[];
        };
        /** @description The fields that were asked for */
        GraphTemplate: {
            id: string;
            name?: string;
            language?: string;
            status?: string;
            category?: string;
            parameter_format?: string;
            components?: components["schemas"]["TemplateComponent"][];
            /** @description `NONE` if there is none */
            rejected_reason?: string;
            quality_score?: {
                score: string;
            };
            message_send_ttl_seconds?: number;
        };
        GraphTemplateMade: {
            id: string;
            status: string;
            category: string;
        };
        /** @description The fields of the number or of the account that were asked for */
        GraphNumber: {
            id: string;
            /** @description The number as people write it; empty before it is paired */
            display_phone_number?: string;
            /** @description The name that people see */
            verified_name?: string;
            /** @description GREEN, YELLOW, RED or UNKNOWN */
            quality_rating?: string;
            /** @description VERIFIED, or NOT_VERIFIED before the instance was paired */
            code_verification_status?: string;
            /** @description What Meta says of the name, or NONE */
            name_status?: string;
            /** @description CLOUD_API for a number at Meta, otherwise NOT_APPLICABLE */
            platform_type?: string;
            throughput?: {
                level: string;
            };
            /** @description To how many people Meta lets the number write first */
            messaging_limit_tier?: string;
            /** @description LIVE, or SANDBOX for an instance of the sandbox */
            account_mode?: string;
            /** @description CONNECTED, DISCONNECTED, PENDING or BANNED, or what Meta says of the number */
            status?: string;
            /** @description The name of the account */
            name?: string;
        };
        GraphMedia: {
            /** @constant */
            messaging_product: "whatsapp";
            id: string;
            /** @description Where the file itself is, for the same access token; it is there for as long as the file is */
            url: string;
            /** @description The media type of the file, such as `image/png` */
            mime_type: string;
            /** @description SHA-256 of the file in base64 */
            sha256: string;
            /** @description The bytes of the file */
            file_size: number;
        };
        /** @description The fields that were asked for, as far as the platform shows them */
        GraphProfile: {
            /** @constant */
            messaging_product: "whatsapp";
            /** @description What the account says about itself */
            about?: string;
            /** @description Of a business */
            address?: string;
            /** @description Of a business */
            description?: string;
            /** @description Of a business */
            email?: string;
            /** @description OTHER for a business that has a category, otherwise UNDEFINED */
            vertical?: string;
            websites?: string[];
            /** @description The URL of the picture, which ends after some days */
            profile_picture_url?: string;
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
        /** @description What toJSON() of the PublicKeyCredential gives */
        PasskeyCredential: {
            /** @description Base64url: the id of the passkey */
            id: string;
            /** @description Base64url: the id of the passkey again, as browsers give it */
            rawId: string;
            /**
             * @description Always `public-key`, as browsers give it
             * @constant
             */
            type: "public-key";
            /** @description The answer to the challenge: what was signed, and the signature */
            response: {
                /** @description Base64url: what the browser signed */
                clientDataJSON: string;
                /** @description Base64url: what the authenticator signed with it */
                authenticatorData: string;
                /** @description Base64url: the signature over `authenticatorData` and the hash of `clientDataJSON` */
                signature: string;
                /** @description Base64url: whom the passkey belongs to; null where it does not say */
                userHandle?: string | null;
            };
            /** @description Where the passkey is: `platform`, `cross-platform`, or null */
            authenticatorAttachment?: string | null;
            /** @description What extensions of the browser gave; it is not looked at */
            clientExtensionResults?: {
                [key: string]: unknown;
            };
        };
        CeremonyTaken: {
            /** @constant */
            ok: true;
        };
        /** @description The QR code to scan with the phone */
        QRCodeData: {
            /** @description What the QR code holds */
            code: string;
            /** @description The QR code as a data:image/png;base64 URL */
            qrcode: string;
            /** @description Which QR code of this attempt it is, from 1; the same again when WhatsApp declared it void */
            count: number;
            /** @description After how many QR codes the attempt ends */
            maxCount: number;
        };
        QRCodeEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "QRCode";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["QRCodeData"];
        };
        /** @description The account that was paired */
        PairSuccessData: {
            /** @description JID of the paired account, such as `5511988880000:1@s.whatsapp.net` */
            ID: string;
            /** @description JID of the paired account, such as `5511988880000:1@s.whatsapp.net` */
            jid: string;
            /** @description Name of the business; empty when the account is of none */
            BusinessName: string;
            /** @description System of the phone, such as `android` */
            Platform: string;
            /** @description The name that the account has given itself */
            pushName: string;
            /**
             * @description Always `open`: the instance is connected
             * @constant
             */
            status: "open";
        };
        PairSuccessEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "PairSuccess";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["PairSuccessData"];
        };
        /** @description The account that is connected */
        ConnectedData: {
            /**
             * @description Always `open`: the instance is connected
             * @constant
             */
            status: "open";
            /** @description JID of the paired account, such as `5511988880000:1@s.whatsapp.net` */
            jid: string;
            /** @description The name that the account has given itself */
            pushName: string;
        };
        ConnectedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "Connected";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["ConnectedData"];
        };
        /** @description How much came while the instance was away */
        OfflineSyncCompletedData: {
            /** @description Number of messages, receipts and other notices that came */
            Count: number;
        };
        OfflineSyncCompletedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "OfflineSyncCompleted";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["OfflineSyncCompletedData"];
        };
        /** @description Why the instance was logged out */
        LoggedOutData: {
            /** @description Why, as a word that stays the same, such as `logged_out` */
            Reason: string;
            /** @description Why, as a sentence for people */
            reason: string;
            /** @description Whether it was found out while connecting */
            OnConnect: boolean;
            /** @description The platform's number for the reason, such as 401 */
            code: number;
        };
        LoggedOutEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "LoggedOut";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["LoggedOutData"];
        };
        /** @description What else names the sender, on platforms that name people by more than their number */
        SenderIds: {
            /** @description Phone number of the person, digits with the country code */
            number?: string;
            /** @description The id that the person has for this business alone */
            bsuid?: string;
            /** @description The id that the person has for the business that this one belongs to */
            parentBsuid?: string;
            /** @description A name that its owner may change at any time */
            username?: string;
        };
        /** @description Who wrote the message, in which chat and when */
        MessageInfo: {
            /** @description JID of the chat: `5511999990000@s.whatsapp.net` of a person, ending in `@g.us` of a group */
            Chat: string;
            /** @description JID of who wrote it */
            Sender: string;
            /** @description The other address of who wrote it; empty when it is not known */
            SenderAlt: string;
            /** @description Whether the account wrote it, on whatever device */
            IsFromMe: boolean;
            /** @description Whether the chat is a group */
            IsGroup: boolean;
            /** @description Id of the message, unique in its chat */
            ID: string;
            /** @description What kind of message it is, such as `text`, `media`, `reaction` */
            Type: string;
            /** @description The name that the sender has given themselves */
            PushName: string;
            /**
             * Format: date-time
             * @description When the message was written, ISO 8601 in UTC
             */
            Timestamp: string;
            /** @description `image`, `video`, `audio`, `document`, also of a file in a header; empty without a file */
            MediaType: string;
            /** @description The verified name of a business that wrote it, as the platform gives it, or null */
            VerifiedName: unknown;
            SenderIds?: components["schemas"]["SenderIds"];
        };
        /** @description Of an answer to a button, on every platform: which one */
        ButtonReply: {
            /** @description The id that the button was sent with */
            id: string;
            /** @description What the button says; empty when the platform does not tell */
            title: string;
        };
        /** @description Of an answer to a list, on every platform: which row */
        ListReply: {
            /** @description The id that the row was sent with */
            id: string;
            /** @description What the row says; empty when the platform does not tell */
            title: string;
            /** @description The text below the title of the row; empty when there is none */
            description: string;
        };
        /** @description Only of a message from before the official number was connected */
        HistoryShare: {
            /** @description Which part of the history it belongs to, from 0 */
            phase: number;
            /** @description The place of its share in that part */
            chunkOrder: number;
            /** @description How much of the history has come, in percent */
            progress: number;
            /** @description How far the message had come, such as `READ` */
            status?: string;
        };
        /** @description The message: who wrote it, and what it holds */
        MessageData: {
            Info: components["schemas"]["MessageInfo"];
            /** @description The content in WhatsApp's own spelling: one field for its kind */
            Message: {
                /** @description The words of a text message */
                conversation?: string;
                /** @description The file in base64, where the webhook asks for it */
                base64?: string;
                /** @description URL of the file, where a bucket is configured */
                mediaUrl?: string;
                /** @description Media type of the file, such as `image/jpeg` */
                mimetype?: string;
                /** @description Why there is no file, in words */
                mediaError?: string;
                button_reply?: components["schemas"]["ButtonReply"];
                list_reply?: components["schemas"]["ListReply"];
            };
            /** @description Whether the message disappears after the time set in its chat */
            IsEphemeral: boolean;
            /** @description Whether the message may be opened once only */
            IsViewOnce: boolean;
            /** @description Whether it may be opened once only, in the second form of such messages */
            IsViewOnceV2: boolean;
            /** @description Whether it is a voice note that may be played once only */
            IsViewOnceV2Extension: boolean;
            /** @description Whether it is a document with a caption */
            IsDocumentWithCaption: boolean;
            /** @description Whether it is an animated sticker in the Lottie format */
            IsLottieSticker: boolean;
            /** @description Whether it takes the place of an earlier message */
            IsEdit: boolean;
            history?: components["schemas"]["HistoryShare"];
            /** @description On the official API: true if another app, such as the Meta Business Agent, has the conversation, so that it answers and this account only listens */
            standby?: boolean;
        };
        MessageEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "Message";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["MessageData"];
        };
        /** @description Which messages were delivered or read, and by whom */
        ReceiptData: {
            /** @description JID of the chat: `5511999990000@s.whatsapp.net` of a person, ending in `@g.us` of a group */
            Chat: string;
            /** @description JID of who received or read the messages */
            Sender: string;
            /** @description Whether the account itself did it, on whatever device */
            IsFromMe: boolean;
            /** @description Whether the chat is a group */
            IsGroup: boolean;
            /** @description Ids of the messages that it is about */
            MessageIDs: string[];
            /** @description The platform's ids of the same messages, where they differ */
            PlatformIDs?: string[];
            /**
             * Format: date-time
             * @description When the messages were delivered or read, ISO 8601 in UTC
             */
            Timestamp: string;
            /**
             * @description `read`; `read-self` on another device of the account; empty: delivered
             * @enum {string}
             */
            Type: "read" | "read-self" | "";
            /** @description Those of MessageIDs that were sent through the instance: MessageStatus tells of them too. Absent without any */
            SentIDs?: string[];
            /** @description `callbackData` by id of those that were sent with one. Absent without any */
            Callbacks?: {
                [key: string]: string;
            };
        };
        ReceiptEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "Receipt";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description What happened: others read it, another device of the account did, or it was delivered
             * @enum {string}
             */
            state: "Read" | "ReadSelf" | "Delivered";
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["ReceiptData"];
        };
        /** @description The call that comes in */
        CallOfferData: {
            /** @description JID of the chat that the call comes from */
            From: string;
            /**
             * Format: date-time
             * @description When this happened to the call, ISO 8601 in UTC
             */
            Timestamp: string;
            /** @description JID of who calls */
            CallCreator: string;
            /** @description Id of the call, the same in all its events */
            CallID: string;
            /** @description System of the caller's phone, such as `android` */
            RemotePlatform: string;
            /** @description Version of WhatsApp on the caller's phone */
            RemoteVersion: string;
        };
        CallOfferEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "CallOffer";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["CallOfferData"];
        };
        /** @description The call that is under way */
        CallRelayLatencyData: {
            /** @description JID of the chat that the call comes from */
            From: string;
            /**
             * Format: date-time
             * @description When this happened to the call, ISO 8601 in UTC
             */
            Timestamp: string;
            /** @description JID of who calls */
            CallCreator: string;
            /** @description Id of the call, the same in all its events */
            CallID: string;
        };
        CallRelayLatencyEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "CallRelayLatency";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["CallRelayLatencyData"];
        };
        /** @description The call that ended */
        CallTerminateData: {
            /** @description JID of the chat that the call comes from */
            From: string;
            /**
             * Format: date-time
             * @description When this happened to the call, ISO 8601 in UTC
             */
            Timestamp: string;
            /** @description JID of who calls */
            CallCreator: string;
            /** @description Id of the call, the same in all its events */
            CallID: string;
            /** @description Why the call ended, such as `timeout` */
            Reason: string;
        };
        CallTerminateEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "CallTerminate";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["CallTerminateData"];
        };
        /** @description The name of the group, and when it was set */
        GroupName: {
            /** @description Name of the group as its members see it */
            Name: string;
            /**
             * Format: date-time
             * @description When the name was set, ISO 8601 in UTC
             */
            NameSetAt: string;
            /** @description JID of who set the name */
            NameSetBy?: string;
        };
        /** @description The group that the account is in now */
        JoinedGroupData: {
            /** @description How the account came in, such as `invite`; empty when it is not known */
            Reason: string;
            /** @description `new`: the group has just been made; else empty */
            Type: string;
            /** @description JID of the group, such as `120363000000000001@g.us` */
            JID: string;
            GroupName: components["schemas"]["GroupName"];
            /** @description Name of the group, the same as `GroupName.Name` */
            Name: string;
            /**
             * Format: date-time
             * @description When the group was made, ISO 8601 in UTC
             */
            GroupCreated: string;
            /** @description The members of the group */
            Participants: {
                /** @description JID of the member */
                JID: string;
                /** @description Whether the member is an admin of the group */
                IsAdmin: boolean;
                /** @description Whether the member has made the group, and cannot lose being an admin */
                IsSuperAdmin: boolean;
            }[];
        };
        JoinedGroupEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "JoinedGroup";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["JoinedGroupData"];
        };
        /** @description What changed in the group, and who changed it */
        GroupInfoData: {
            /** @description JID of the group, such as `120363000000000001@g.us` */
            JID: string;
            /** @description JID of the member who changed the group */
            Sender: string;
            /**
             * Format: date-time
             * @description When the group was changed, ISO 8601 in UTC
             */
            Timestamp: string;
            /** @description The new name; null: it has not changed */
            Name: components["schemas"]["GroupName"] | null;
            /** @description The new description; null: it has not changed */
            Topic: {
                /** @description The description of the group, in words */
                Topic: string;
                /** @description Id of this version of the description */
                TopicID: string;
                /**
                 * Format: date-time
                 * @description When the description was set, ISO 8601 in UTC
                 */
                TopicSetAt: string;
                /** @description JID of who set the description */
                TopicSetBy: string;
                /** @description Whether the description was removed */
                TopicDeleted: boolean;
            } | null;
            /** @description Who may change the group; only when that has changed */
            Locked?: {
                /** @description Whether only admins may change name, picture and description */
                IsLocked: boolean;
            };
            /** @description Who may write in the group; only when that has changed */
            Announce?: {
                /** @description Whether only admins may write in the group */
                IsAnnounce: boolean;
            };
            /** @description Whether messages disappear; only when that has changed */
            Ephemeral?: {
                /** @description Whether messages in the group disappear */
                IsEphemeral: boolean;
                /** @description After how many seconds messages disappear; 0: never */
                DisappearingTimer: number;
            };
            /** @description Who is admitted by whom; only when that has changed */
            MembershipApprovalMode?: {
                /** @description Whether an admin must admit who wants to join */
                IsJoinApprovalRequired: boolean;
            };
            /** @description Who may add members, such as `all_member_add`; only when that has changed */
            MemberAddMode?: string;
            /** @description The link to join by; only when it is a new one */
            NewInviteLink?: string;
            /** @description Groups that are in one community with this one from now on; only when there are some */
            Link?: {
                /** @description What the others are to this group: `parent_group`, `sub_group`, `sibling_group` */
                Type: string;
                /** @description JIDs of the other groups */
                Groups: string[];
                /** @description Why it was done, such as `delete_parent`; empty when it is not known */
                Reason: string;
            };
            /** @description Groups that are not linked with this one any more; only when there are some */
            Unlink?: {
                /** @description What the others are to this group: `parent_group`, `sub_group`, `sibling_group` */
                Type: string;
                /** @description JIDs of the other groups */
                Groups: string[];
                /** @description Why it was done, such as `delete_parent`; empty when it is not known */
                Reason: string;
            };
            /** @description JIDs of those who ask to be admitted; only when somebody has asked */
            JoinRequests?: string[];
            /** @description JIDs of those whose request was withdrawn, or rejected by `Sender`; only if there are some */
            JoinRequestsEnded?: string[];
            /** @description How those in `Join` came in, such as `invite` */
            JoinReason?: string;
            /** @description The end of the group; only when it has ended */
            Delete?: {
                /** @description Whether the group is gone */
                Deleted: boolean;
                /** @description Why the group is gone; empty when it is not known */
                DeleteReason: string;
            };
            /** @description JIDs of those who came into the group */
            Join: string[];
            /** @description JIDs of those who left the group or were removed */
            Leave: string[];
            /** @description JIDs of those who became admins */
            Promote: string[];
            /** @description JIDs of those who are no admins any more */
            Demote: string[];
        };
        GroupInfoEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "GroupInfo";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["GroupInfoData"];
        };
        /** @description The channel that the account follows now */
        NewsletterJoinData: {
            /** @description JID of the channel, ending in `@newsletter` */
            id: string;
            /** @description Whether the channel is in use */
            state: {
                /** @description `ACTIVE`, or what else WhatsApp says of the channel */
                type: string;
            };
            /** @description What WhatsApp says of the channel */
            thread_metadata: {
                /** @description When the channel was made, in seconds since 1970 */
                creation_time: string;
                /** @description Code at the end of the link to the channel */
                invite: string;
                /** @description The name of the channel */
                name: {
                    /** @description Name of the channel as people see it */
                    text: string;
                    /** @description Id of this version of the name */
                    id: string;
                };
                /** @description The description of the channel */
                description: {
                    /** @description The description of the channel, in words */
                    text: string;
                };
                /** @description How many people follow the channel */
                subscribers_count: number;
                /** @description `VERIFIED` or `UNVERIFIED`, as WhatsApp says */
                verification: string;
                /** @description The picture of the channel; null: it has none */
                picture: {
                    /** @description URL where the picture can be fetched */
                    url: string;
                } | null;
            };
            /** @description What the account is in the channel */
            viewer_metadata: {
                /** @description `ON` when the account has muted the channel, else `OFF` */
                mute: string;
                /** @description What the account is in the channel, such as `SUBSCRIBER` */
                role: string;
            };
        };
        NewsletterJoinEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "NewsletterJoin";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["NewsletterJoinData"];
        };
        SendMessageEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "SendMessage";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["MessageData"];
        };
        /** @description What the official API says of a message that failed */
        PlatformFailure: {
            /** @description The platform's name of what went wrong */
            title?: string;
            /** @description What went wrong, as the platform says it */
            message?: string;
            /** @description More of what went wrong, as the platform says it */
            details?: string;
            /** @description Where the platform describes such failures */
            href?: string;
        };
        /** @description How far a message that was sent has come */
        MessageStatusData: {
            /** @description Id of the message, `key.id` of the answer to sending it; the id of the platform if another application sent it */
            ID: string;
            /** @description The platform's own id of the message, where it differs: `wamid.…` on the official API */
            PlatformID?: string;
            /** @description JID of the chat: `5511999990000@s.whatsapp.net` of a person, ending in `@g.us` of a group */
            Chat: string;
            /**
             * @description How far it is: from the server to the phone, read, played; or refused
             * @enum {string}
             */
            Status: "ServerAck" | "Delivered" | "Read" | "Played" | "Error" | "Unknown";
            /** @description The platform's number for a refusal */
            Code: number | null;
            /** @description Of Error and Unknown: what happened and what to do about it */
            Reason: string | null;
            /**
             * @description Of a message with buttons, a list or a carousel from a paired phone: whether it went as such, or as the poll or numbered text that was sent when WhatsApp refused that form
             * @enum {string}
             */
            Form?: "interactive" | "poll" | "text";
            /**
             * Format: date-time
             * @description When the message came this far, ISO 8601 in UTC
             */
            Timestamp: string;
            Pricing?: components["schemas"]["MessagePricing"];
            /** @description `callbackData` of the request that sent the message */
            CallbackData?: string;
            Failure?: components["schemas"]["PlatformFailure"];
        };
        MessageStatusEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "MessageStatus";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["MessageStatusData"];
        };
        /** @description A message that cannot be read, and why */
        UndecryptableData: {
            Info: components["schemas"]["MessageInfo"];
            /** @description Whether the platform keeps the content back */
            IsUnavailable: boolean;
            /** @description `view_once`, `hosted`, `bot`, `meta_ai`, `old`, `content`; empty when it came and does not open */
            UnavailableType: string;
            /** @description What happened, as a sentence */
            Reason: string;
            /** @description What is being done about it, as a sentence */
            Action: string;
        };
        UndecryptableEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "Undecryptable";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["UndecryptableData"];
        };
        /** @description Whether a person who is watched is online */
        PresenceData: {
            /** @description JID of the person */
            From: string;
            /** @description Whether the person is no longer online */
            Unavailable: boolean;
            /** @description When the person was last online, ISO 8601 in UTC; null while they are, or do not show it */
            LastSeen: string | null;
        };
        PresenceEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "Presence";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["PresenceData"];
        };
        /** @description Who writes or records in a chat that is watched */
        ChatPresenceData: {
            /** @description JID of the chat: `5511999990000@s.whatsapp.net` of a person, ending in `@g.us` of a group */
            Chat: string;
            /** @description JID of who writes or records */
            Sender: string;
            /** @description The other address of who writes or records; empty when it is not known */
            SenderAlt: string;
            /** @description Whether the account itself did it, on whatever device */
            IsFromMe: boolean;
            /** @description Whether the chat is a group */
            IsGroup: boolean;
            /**
             * @description Whether the person has begun or has stopped
             * @enum {string}
             */
            State: "composing" | "paused";
            /**
             * @description `audio`: a voice note is recorded; empty: a text is written
             * @enum {string}
             */
            Media: "" | "audio";
            /**
             * Format: date-time
             * @description When the person began or stopped, ISO 8601 in UTC
             */
            Timestamp: string;
        };
        ChatPresenceEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "ChatPresence";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["ChatPresenceData"];
        };
        /** @description What WhatsApp asks of the passkey, and where */
        PasskeyRequestData: {
            /**
             * @description Whether a browser is to use the passkey, or a person is to compare the code
             * @enum {string}
             */
            stage: "challenge" | "confirmation";
            /** @description URL to open in the browser that has the passkey */
            openUrl: string;
            /** @description URL where a program in the browser reads and answers the challenge */
            ceremonyUrl: string;
            /** @description To be compared with the one on the phone; empty while there is none */
            code: string;
            /**
             * Format: date-time
             * @description Until when it can be answered, ISO 8601 in UTC
             */
            expiresAt: string;
        };
        PasskeyRequestEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "PasskeyRequest";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["PasskeyRequestData"];
        };
        /** @description The label that was made, changed or deleted */
        LabelData: {
            /** @description Id of the label, unique in the account */
            ID: string;
            /** @description Name of the label as people see it */
            Name: string;
            /** @description The place of the label's color in WhatsApp's list, from 0 */
            Color: number;
            /** @description Which of the labels that every account has it is; null: the account made it */
            PredefinedID: string | null;
            /** @description Whether the label was deleted */
            Deleted: boolean;
        };
        LabelEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "Label";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["LabelData"];
        };
        /** @description Which chat or message got or lost a label */
        LabelAssociationData: {
            /** @description Id of the label, as `Label` events have it */
            LabelID: string;
            /** @description JID of the chat: `5511999990000@s.whatsapp.net` of a person, ending in `@g.us` of a group */
            Chat: string;
            /** @description Id of the message in the chat; empty: it is about the whole chat */
            MessageID: string;
            /** @description Whether it has the label now; false: it was taken off */
            Labeled: boolean;
        };
        LabelAssociationEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "LabelAssociation";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["LabelAssociationData"];
        };
        /** @description What is known of a person; null where it is not */
        KnownContact: {
            /** @description JID under which the contact and its chat are stored */
            jid: string;
            /** @description Phone number, digits with the country code */
            number: string | null;
            /** @description The address that hides the number, ending in `@lid` */
            lid: string | null;
            /** @description The name of the contact, as last heard */
            name: string | null;
        };
        /** @description Two addresses that were one person */
        ContactMergedData: {
            /** @description The address that stays */
            Kept: string;
            /** @description The address under which nothing is stored any more */
            Merged: string;
            Contact: components["schemas"]["KnownContact"];
        };
        ContactMergedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "ContactMerged";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["ContactMergedData"];
        };
        /** @description The addresses of a person; null where one is not known */
        ContactAddresses: {
            /** @description JID under which the contact and its chat are stored */
            jid: string;
            /** @description Phone number, digits with the country code */
            number: string | null;
            /** @description The address that hides the number, ending in `@lid` */
            lid: string | null;
        };
        /** @description A device of a contact that has another identity key than before */
        ContactIdentityChangedData: {
            Contact: components["schemas"]["ContactAddresses"];
            /** @description Which device of the contact it is; 0 is the phone */
            Device: number;
            /**
             * Format: date-time
             * @description When the change was noticed, ISO 8601 in UTC
             */
            Timestamp: string;
        };
        ContactIdentityChangedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "ContactIdentityChanged";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["ContactIdentityChangedData"];
        };
        /** @description What changed of a chat; null: that has not changed */
        ChatUpdateData: {
            /** @description JID of the chat: `5511999990000@s.whatsapp.net` of a person, ending in `@g.us` of a group */
            Chat: string;
            /** @description Whether the chat is archived; null: that has not changed */
            Archived: boolean | null;
            /** @description Whether the chat is pinned; null: that has not changed */
            Pinned: boolean | null;
            /** @description Whether the chat is muted; null: that has not changed */
            Muted: {
                /** @description Whether the chat is muted now */
                IsMuted: boolean;
                /** @description Until when it is muted, ISO 8601 in UTC; null: for ever, or it is not muted */
                Until: string | null;
            } | null;
            /** @description Whether the chat is marked as unread, whatever was read; null: that has not changed */
            Unread: boolean | null;
            /** @description Whether the account has deleted the chat on a device */
            Deleted: boolean;
        };
        ChatUpdateEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "ChatUpdate";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["ChatUpdateData"];
        };
        /** @description The contact, and what changed of it */
        ContactUpdateData: {
            Contact: components["schemas"]["KnownContact"];
            /** @description The new name; null: it has not changed */
            Name: string | null;
            /** @description Whether the picture is another one or was removed; null: it has not changed */
            Picture: ("changed" | "removed") | null;
        };
        ContactUpdateEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "ContactUpdate";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["ContactUpdateData"];
        };
        /** @description The template, and what changed of it */
        TemplateUpdateData: {
            /** @description Id of the template; empty: it is not known exactly */
            ID: string;
            /** @description Name of the template, such as `order_ready` */
            Name: string;
            /** @description Language of the template, such as `en` or `pt_BR` */
            Language: string;
            /** @description APPROVED, REJECTED, PAUSED, DELETED and others */
            Status: string | null;
            /** @description The new category, such as `MARKETING` */
            Category: string | null;
            /** @description GREEN, YELLOW or RED, as people react to it */
            Quality: string | null;
            /** @description Why, in the platform's words */
            Reason: string | null;
        };
        TemplateUpdateEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "TemplateUpdate";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["TemplateUpdateData"];
        };
        /** @description What Meta says of a number or of its account */
        PlatformNoticeData: {
            /** @description What it is about, in Meta's word, such as `phone_number_quality_update` */
            Field: string;
            /** @description The number in digits; null: it is about the whole account */
            Number: string | null;
            /** @description The notice as Meta sent it */
            Notice: {
                [key: string]: unknown;
            };
        };
        PlatformNoticeEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "PlatformNotice";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["PlatformNoticeData"];
        };
        /** @description The endpoint, and how long it has failed */
        EndpointFailingData: {
            /** @description Id of the endpoint: `default`, or the UUID of another webhook */
            id: string;
            /** @description What its owner called it, such as `orders` */
            name: string;
            /** @description Where its events are posted to, with credentials and query values masked */
            url: string;
            /** @description How many attempts have failed in a row */
            failures: number;
            /** @description When the first of them failed */
            failingSince: string | null;
            /** @description Why the last attempt failed, beginning with a word that stays the same */
            reason: string | null;
            /** @description How much of what counts as dead is reached: 50, 75 or 100 */
            percent: number;
        };
        EndpointFailingEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "EndpointFailing";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["EndpointFailingData"];
        };
        /** @description The endpoint that nothing is sent to any more, and why */
        EndpointDisabledData: {
            /** @description Id of the endpoint: `default`, or the UUID of another webhook */
            id: string;
            /** @description What its owner called it, such as `orders` */
            name: string;
            /** @description Where its events are posted to, with credentials and query values masked */
            url: string;
            /** @description How many attempts have failed in a row */
            failures: number;
            /** @description When the first of them failed */
            failingSince: string | null;
            /** @description Why the last attempt failed, beginning with a word that stays the same */
            reason: string | null;
        };
        EndpointDisabledEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "EndpointDisabled";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["EndpointDisabledData"];
        };
        /** @description The endpoint that takes its events again */
        EndpointRecoveredData: {
            /** @description Id of the endpoint: `default`, or the UUID of another webhook */
            id: string;
            /** @description What its owner called it, such as `orders` */
            name: string;
            /** @description Where its events are posted to, with credentials and query values masked */
            url: string;
            /**
             * Format: date-time
             * @description When an attempt was delivered again, ISO 8601 in UTC
             */
            recoveredAt: string;
        };
        EndpointRecoveredEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "EndpointRecovered";
            /**
             * Format: uuid
             * @description Id of the instance, a UUID
             */
            instanceId: string;
            /** @description Name of the instance, such as `shop` */
            instanceName: string;
            /** @description Counts the events of the instance from 1, without gaps; 0 in test deliveries */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /**
             * @description Only in test deliveries: nothing has happened
             * @constant
             */
            test?: true;
            data: components["schemas"]["EndpointRecoveredData"];
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
            /** @description Faults of the service that were handled nowhere; absent while there were none. The service continues after each of them and stays ready: report them */
            faults?: {
                /** @description How many there were since the start */
                count: number;
                /** Format: date-time */
                lastAt: string;
                /** @description The kind of the last one and its place in the code; the log has its text */
                last: string;
            };
            /** @description What does not work as the service is set up, though it is ready */
            warnings?: string[];
        };
        PermissionCatalogue: {
            /** @description Identifiers `<resource>.<action>`, sorted, each once; those of MCP servers by both their names, `mcp_servers.*` and `ai_mcp_servers.*` */
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
                /** @description What to do about it, if there is something better to say */
                hint?: string;
                /** @description Where this service explains the code, such as `/docs/errors#not-found` */
                docs: string;
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
                /** @description What to do about it, if there is something better to say */
                hint?: string;
                /** @description Where this service explains the code, such as `/docs/errors#not-found` */
                docs: string;
            };
            meta: components["schemas"]["FailureMeta"];
        };
        PermissionCheck: {
            has_permission: boolean;
            /** @description The key as it was given */
            permission_key: string;
        };
        PermissionCheckAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["PermissionCheck"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        ResourceAction: {
            /** @description The action in a word, for people */
            name: string;
            /** @description What the permission allows */
            description: string;
        };
        ResourceActions: {
            /** @description By the first part of the permissions, with the actions by the second */
            resources: {
                [key: string]: {
                    name: string;
                    description: string;
                    actions: {
                        [key: string]: components["schemas"]["ResourceAction"];
                    };
                };
            };
            /** @description The same as a list, sorted by key */
            all_permissions: {
                /** @description The permission, such as `pipelines.read` */
                key: string;
                display_name: string;
                resource: string;
                action: string;
                resource_name: string;
                action_name: string;
                description: string;
            }[];
        };
        ResourceActionsAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["ResourceActions"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        Account: {
            /** Format: uuid */
            id: string;
            name: string;
            locale: string;
            support_email: string | null;
            /**
             * @description Whether people and tokens may use the account (`active`) or are refused (`suspended`)
             * @enum {string}
             */
            status: "active" | "suspended";
            /**
             * Format: date-time
             * @description When the record was created, ISO 8601 in UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed, ISO 8601 in UTC
             */
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
            /**
             * Format: uuid
             * @description Id of the user
             */
            id: string;
            /** @description Full name of the person */
            name: string;
            /** @description Name to show in place of `name`; empty: `name` is shown */
            display_name: string;
            /** @description E-mail address of the person, which no other member of the account has */
            email: string;
            /** @description Key of the person's own role in the account */
            role: string;
            /** @description Whether the person has joined by accepting an invitation of this account to the e-mail address they have now; false for an address that somebody only wrote down */
            confirmed: boolean;
            /**
             * @description Whether the person is shown to the others as there to answer
             * @enum {string}
             */
            availability_status: "online" | "offline" | "busy";
            /** @description Whether the person is to be shown as offline when they leave; kept for the application */
            auto_offline: boolean;
            /** @description URL of a picture of the person; null: there is none */
            avatar_url: string | null;
            /** @description What to show people: `display_name`, or `name` where that is empty */
            available_name: string;
            /**
             * Format: date-time
             * @description When the record was created, ISO 8601 in UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed, ISO 8601 in UTC
             */
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
            /** @description The address as the account wrote it */
            email: string;
            /** @description Key of the role */
            role: string;
            /** @constant */
            status: "invited";
            /** @description What the person accepts or declines with, shown here only; null: it was shown when the invitation was made */
            secret: string | null;
            /** Format: date-time */
            expires_at: string;
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
            /** @description The address as the account wrote it */
            email: string;
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
            /** @description The address as the account wrote it */
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
            /**
             * Format: date-time
             * @description When the record was created, ISO 8601 in UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed, ISO 8601 in UTC
             */
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
        /** @description Names of permissions, such as `pipelines.read`, at most 100; GET /api/v1/resource_actions lists them all. `ai_mcp_servers.*` is another name of `mcp_servers.*` */
        PermissionNames: ("access_tokens.create" | "access_tokens.delete" | "access_tokens.read" | "access_tokens.update" | "accounts.create" | "accounts.delete" | "accounts.read" | "accounts.update" | "audit_logs.read" | "inbox_members.create" | "inbox_members.delete" | "inbox_members.read" | "inbox_members.update" | "inboxes.create" | "inboxes.delete" | "inboxes.read" | "inboxes.update" | "mcp_servers.create" | "mcp_servers.delete" | "mcp_servers.read" | "mcp_servers.update" | "pipeline_stages.create" | "pipeline_stages.delete" | "pipeline_stages.read" | "pipeline_stages.update" | "pipelines.create" | "pipelines.delete" | "pipelines.read" | "pipelines.update" | "roles.create" | "roles.delete" | "roles.read" | "roles.update" | "users.create" | "users.delete" | "users.read" | "users.update" | "webhooks.create" | "webhooks.delete" | "webhooks.read" | "webhooks.update" | "ai_mcp_servers.create" | "ai_mcp_servers.delete" | "ai_mcp_servers.read" | "ai_mcp_servers.update")[];
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
            /**
             * Format: date-time
             * @description When the record was created, ISO 8601 in UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed, ISO 8601 in UTC
             */
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
            /**
             * Format: date-time
             * @description When the record was created, ISO 8601 in UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed, ISO 8601 in UTC
             */
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
        StageOfPipeline: {
            /**
             * Format: uuid
             * @description Id of the stage
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the pipeline that the stage is in
             */
            pipeline_id: string;
            /** @description Name of the stage as people see it */
            name: string;
            /** @description Color of the stage in the form #RRGGBB */
            color: string;
            /** @description Which stage of its pipeline it is, from 1 without gaps */
            position: number;
            /** @description What the stage means for what is in it: 0 active, 1 completed, 2 cancelled */
            stage_type: number;
            /**
             * @description What the stage means, as a word
             * @enum {string}
             */
            stage_type_name: "active" | "completed" | "cancelled";
            /** @description Rules of an application for this stage, which the service keeps and does not run */
            automation_rules: {
                [key: string]: unknown;
            };
            /** @description Fields of your own that belong to the stage */
            custom_fields: {
                /** @description Names of the fields that an application asks for in this stage */
                attributes: string[];
            };
            /**
             * Format: date-time
             * @description When the record was created, ISO 8601 in UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed, ISO 8601 in UTC
             */
            updated_at: string;
            /**
             * @description Always 0: pipelines have no cards here
             * @constant
             */
            item_count: 0;
            /**
             * @description Always 0: pipelines have no cards here
             * @constant
             */
            conversations_count: 0;
        };
        Pipeline: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string;
            /**
             * @description What the pipeline is used for; it changes nothing in what the pipeline can do
             * @enum {string}
             */
            pipeline_type: "sales" | "support" | "onboarding" | "marketing" | "custom";
            /**
             * @description Whom an application should show the pipeline; the service keeps it and does not enforce it
             * @enum {string}
             */
            visibility: "private" | "team" | "public";
            /** @description Whether an application should use the pipeline; the service only keeps it */
            is_active: boolean;
            /** @description Whether it is the one that an application should begin with; at most one of an account is */
            is_default: boolean;
            /** Format: uuid */
            created_by_id: string;
            /**
             * Format: date-time
             * @description When the record was created, ISO 8601 in UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed, ISO 8601 in UTC
             */
            updated_at: string;
            /**
             * @description Always 0: pipelines have no cards here
             * @constant
             */
            item_count: 0;
            /**
             * @description Always 0: pipelines have no cards here
             * @constant
             */
            conversations_count: 0;
            /** @description Its stages, by position */
            stages: components["schemas"]["StageOfPipeline"][];
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
            /**
             * Format: uuid
             * @description Id of the stage
             */
            id: string;
            /**
             * Format: uuid
             * @description Id of the pipeline that the stage is in
             */
            pipeline_id: string;
            /** @description Name of the stage as people see it */
            name: string;
            /** @description Color of the stage in the form #RRGGBB */
            color: string;
            /** @description Which stage of its pipeline it is, from 1 without gaps */
            position: number;
            /** @description What the stage means for what is in it: 0 active, 1 completed, 2 cancelled */
            stage_type: number;
            /**
             * @description What the stage means, as a word
             * @enum {string}
             */
            stage_type_name: "active" | "completed" | "cancelled";
            /** @description Rules of an application for this stage, which the service keeps and does not run */
            automation_rules: {
                [key: string]: unknown;
            };
            /** @description Fields of your own that belong to the stage */
            custom_fields: {
                /** @description Names of the fields that an application asks for in this stage */
                attributes: string[];
            };
            /**
             * Format: date-time
             * @description When the record was created, ISO 8601 in UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed, ISO 8601 in UTC
             */
            updated_at: string;
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
            /**
             * @description How messages reach the inbox: by an application (`api`, the default) or by WhatsApp
             * @enum {string}
             */
            channel_type: "api" | "whatsapp";
            instance_name: string | null;
            /**
             * Format: date-time
             * @description When the record was created, ISO 8601 in UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed, ISO 8601 in UTC
             */
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
            /**
             * Format: uuid
             * @description Id of the MCP server
             */
            id: string;
            /** @description Name of the MCP server, which no other one of the account has */
            name: string;
            /** @description What the server offers, in words; empty: nothing is said */
            description: string;
            /**
             * @description How the server is reached: as a program that is started (`studio`) or at a URL (`sse`)
             * @enum {string}
             */
            config_type: "studio" | "sse";
            /** @description How it is reached; values under `env` and `headers` are masked as `********`, and the query values of URLs for whoever lacks `mcp_servers.update` */
            config_json: {
                [key: string]: unknown;
            };
            /** @description Environment variables by their names; the values are masked as `********` */
            environments: {
                [key: string]: string;
            };
            /** @description The tools of the server, as they were given */
            tools: {
                [key: string]: unknown;
            }[];
            /**
             * @description Who maintains the server: its maker (`official`) or others (`community`, the default)
             * @enum {string}
             */
            type: "official" | "community";
            /**
             * Format: date-time
             * @description When the record was created, ISO 8601 in UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed, ISO 8601 in UTC
             */
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
            /** @description Where events are posted to; its query values are masked for whoever lacks `webhooks.update` */
            url: string;
            events: string[];
            enabled: boolean;
            /** @enum {string} */
            format: "gatehouse" | "evolution-api";
            by_events: boolean;
            description: string;
            retry: {
                attempts: number;
                delays_ms: number[];
            } | null;
            filter: {
                [key: string]: unknown;
            } | null;
            transform: {
                [key: string]: unknown;
            } | null;
            /** @enum {string} */
            ordering: "chat" | "none";
            auto_disable: boolean;
            /**
             * Format: date-time
             * @description When the record was created, ISO 8601 in UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed, ISO 8601 in UTC
             */
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
        WebhookHealth: {
            /**
             * @description `failing`: the last attempt failed. `disabled`: nothing is sent, and events wait until it is enabled again
             * @enum {string}
             */
            state: "healthy" | "failing" | "disabled";
            /** @description When it entered this state; null if it was never bad */
            since: string | null;
            /** @description How many attempts have failed in a row */
            failures: number;
            /** @description How much of what counts as dead is reached: 0, 50, 75 or 100 */
            percent: number;
            /** @description Why the last attempt failed */
            reason: string | null;
        };
        WebhookHealthAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["WebhookHealth"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        WebhookWithSecret: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Where events are posted to; its query values are masked for whoever lacks `webhooks.update` */
            url: string;
            events: string[];
            enabled: boolean;
            /** @enum {string} */
            format: "gatehouse" | "evolution-api";
            by_events: boolean;
            description: string;
            retry: {
                attempts: number;
                delays_ms: number[];
            } | null;
            filter: {
                [key: string]: unknown;
            } | null;
            transform: {
                [key: string]: unknown;
            } | null;
            /** @enum {string} */
            ordering: "chat" | "none";
            auto_disable: boolean;
            /**
             * Format: date-time
             * @description When the record was created, ISO 8601 in UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed, ISO 8601 in UTC
             */
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
            /** @description The first 1 KiB of the receiver’s answer; without an answer, why there is none */
            body: string | null;
            headers: {
                [key: string]: string;
            } | null;
            /** @description Why it was not delivered: a word that stays the same, and a text */
            error: string | null;
            /** @description What to do about it */
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
        CrmFilteredEvent: {
            /** Format: uuid */
            id: string;
            event: string;
            sequence: number;
            /** Format: date-time */
            timestamp: string;
        };
        CrmFilterTrialResult: {
            /** @description How many events were looked at */
            looked_at: number;
            /** @description How many of them would have been sent */
            matched: number;
            /** @description For how many of those the filter could not be decided, which sends them */
            undecided: number;
            /** @description The newest of those that would have been sent */
            events: components["schemas"]["CrmFilteredEvent"][];
            /** @description The value for `before` to go on with; null: nothing older */
            next: number | null;
        };
        CrmFilterTrialResultAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["CrmFilterTrialResult"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        CrmTransformTrialResult: {
            /** @description The body that would be sent; null: none can be made */
            body: string | null;
            /** @description The media type that it would be sent as */
            content_type: string | null;
            /** @description Why no body can be made, as the attempt would say it */
            problem: string | null;
            /** @description Name of the event */
            event: string;
            /** @description Its sequence; null: it is a sample */
            sequence: number | null;
        };
        CrmTransformTrialResultAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["CrmTransformTrialResult"];
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
            /** @description Id of the recovery that sends it; null: it was sent when its event happened */
            recovery: string | null;
            /** @description Where it goes; query values are masked */
            target: string;
            /** @enum {string} */
            state: "waiting" | "sending" | "delivered" | "discarded";
            attempt_count: number;
            next_attempt_at: string | null;
            last_status: number | null;
            last_error: string | null;
            /**
             * Format: date-time
             * @description When the record was created, ISO 8601 in UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed, ISO 8601 in UTC
             */
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
            /** @description The first 1 KiB of the answer */
            response_body: string | null;
        };
        WebhookDeliveryWithAttempts: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            event_id: string;
            event: string;
            sequence: number;
            /** @description Id of the recovery that sends it; null: it was sent when its event happened */
            recovery: string | null;
            /** @description Where it goes; query values are masked */
            target: string;
            /** @enum {string} */
            state: "waiting" | "sending" | "delivered" | "discarded";
            attempt_count: number;
            next_attempt_at: string | null;
            last_status: number | null;
            last_error: string | null;
            /**
             * Format: date-time
             * @description When the record was created, ISO 8601 in UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed, ISO 8601 in UTC
             */
            updated_at: string;
            /** @description In order: the first 20 and the latest 20 */
            attempts: components["schemas"]["WebhookAttempt"][];
            /** @description How many attempts between these are no longer kept; absent if all are */
            attempts_left_out?: number;
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
        WebhookRecovery: {
            /**
             * Format: uuid
             * @description Id of the recovery, which its requests have in the header x-gatehouse-replay
             */
            id: string;
            /**
             * @description `running`; `paused`: by request, or because the endpoint was disabled; `done`: everything was delivered or given up; `cancelled`: by request, or because the endpoint is gone
             * @enum {string}
             */
            state: "running" | "paused" | "done" | "cancelled";
            /** @description Why it was paused or cancelled; null if somebody asked for that */
            reason: string | null;
            /**
             * Format: date-time
             * @description When the first event was created that is sent
             */
            since: string;
            /**
             * Format: date-time
             * @description When the last event was created that is sent
             */
            until: string;
            /** @description The types of the events; null: those that the webhook gets */
            types: string[] | null;
            /** @description Whether only what the webhook missed is sent */
            only_failed: boolean;
            /** @description How many events are sent in a second at most */
            rate_per_second: number;
            /** @description How many events the log has, or had, of the time and a minute around it */
            total: number;
            /** @description How many of the events in the log were looked at so far */
            examined: number;
            /** @description How many of the events that were looked at are sent */
            found: number;
            /** @description How many of the events that are sent were delivered */
            delivered: number;
            /** @description How many of the events that are sent wait, are under way or are tried again */
            waiting: number;
            /** @description How many of the events that are sent were given up */
            discarded: number;
            /** @description How many events were no longer kept when it was their turn */
            missing: number;
            /**
             * Format: date-time
             * @description When the recovery was asked for
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the recovery last went on or was changed
             */
            updated_at: string;
            /** @description When the recovery was done or cancelled; null if it is not over */
            finished_at: string | null;
        };
        WebhookRecoveryAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["WebhookRecovery"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        WebhookRecoveries: {
            recoveries: components["schemas"]["WebhookRecovery"][];
        };
        WebhookRecoveriesAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["WebhookRecoveries"];
            meta: components["schemas"]["Meta"];
            message: string;
        };
        PipelineStageCreatedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "pipeline_stage.created";
            /**
             * Format: uuid
             * @description Id of the account that the record belongs to
             */
            accountId: string;
            /** @description Counts the events of the account that a webhook wanted, from 1 */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /** @description The record as its own operations show it */
            data: {
                /** @description The record before the change; null: it did not exist */
                previous: components["schemas"]["PipelineStage"] | null;
                /** @description The record after the change; null: it is deleted */
                current: components["schemas"]["PipelineStage"] | null;
            };
        };
        PipelineStageUpdatedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "pipeline_stage.updated";
            /**
             * Format: uuid
             * @description Id of the account that the record belongs to
             */
            accountId: string;
            /** @description Counts the events of the account that a webhook wanted, from 1 */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /** @description The record as its own operations show it */
            data: {
                /** @description The record before the change; null: it did not exist */
                previous: components["schemas"]["PipelineStage"] | null;
                /** @description The record after the change; null: it is deleted */
                current: components["schemas"]["PipelineStage"] | null;
            };
        };
        PipelineStageDeletedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "pipeline_stage.deleted";
            /**
             * Format: uuid
             * @description Id of the account that the record belongs to
             */
            accountId: string;
            /** @description Counts the events of the account that a webhook wanted, from 1 */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /** @description The record as its own operations show it */
            data: {
                /** @description The record before the change; null: it did not exist */
                previous: components["schemas"]["PipelineStage"] | null;
                /** @description The record after the change; null: it is deleted */
                current: components["schemas"]["PipelineStage"] | null;
            };
        };
        InboxMember: {
            /**
             * Format: uuid
             * @description Id of the inbox that the user is a member of
             */
            inbox_id: string;
            /**
             * Format: uuid
             * @description Id of the user
             */
            id: string;
            /** @description Full name of the person */
            name: string;
            /** @description Name to show in place of `name`; empty: `name` is shown */
            display_name: string;
            /** @description E-mail address of the person, which no other member of the account has */
            email: string;
            /** @description Key of the person's own role in the account */
            role: string;
            /** @description Whether the person has joined by accepting an invitation of this account to the e-mail address they have now; false for an address that somebody only wrote down */
            confirmed: boolean;
            /**
             * @description Whether the person is shown to the others as there to answer
             * @enum {string}
             */
            availability_status: "online" | "offline" | "busy";
            /** @description Whether the person is to be shown as offline when they leave; kept for the application */
            auto_offline: boolean;
            /** @description URL of a picture of the person; null: there is none */
            avatar_url: string | null;
            /** @description What to show people: `display_name`, or `name` where that is empty */
            available_name: string;
            /**
             * Format: date-time
             * @description When the record was created, ISO 8601 in UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed, ISO 8601 in UTC
             */
            updated_at: string;
        };
        InboxMemberAddedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "inbox_member.added";
            /**
             * Format: uuid
             * @description Id of the account that the record belongs to
             */
            accountId: string;
            /** @description Counts the events of the account that a webhook wanted, from 1 */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /** @description The record as its own operations show it */
            data: {
                /** @description The record before the change; null: it did not exist */
                previous: components["schemas"]["InboxMember"] | null;
                /** @description The record after the change; null: it is deleted */
                current: components["schemas"]["InboxMember"] | null;
            };
        };
        InboxMemberRemovedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "inbox_member.removed";
            /**
             * Format: uuid
             * @description Id of the account that the record belongs to
             */
            accountId: string;
            /** @description Counts the events of the account that a webhook wanted, from 1 */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /** @description The record as its own operations show it */
            data: {
                /** @description The record before the change; null: it did not exist */
                previous: components["schemas"]["InboxMember"] | null;
                /** @description The record after the change; null: it is deleted */
                current: components["schemas"]["InboxMember"] | null;
            };
        };
        McpServerDeletedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "mcp_server.deleted";
            /**
             * Format: uuid
             * @description Id of the account that the record belongs to
             */
            accountId: string;
            /** @description Counts the events of the account that a webhook wanted, from 1 */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /** @description The record as its own operations show it */
            data: {
                /** @description The record before the change; null: it did not exist */
                previous: components["schemas"]["McpServer"] | null;
                /** @description The record after the change; null: it is deleted */
                current: components["schemas"]["McpServer"] | null;
            };
        };
        FailingWebhook: {
            /**
             * Format: uuid
             * @description Id of the webhook
             */
            id: string;
            /** @description Name of the webhook, such as `app` */
            name: string;
            /** @description Where its events are posted to, with query values masked */
            url: string;
            /** @description Its health after the change; null before it */
            health: components["schemas"]["WebhookHealth"] | null;
        };
        WebhookFailingEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "webhook.failing";
            /**
             * Format: uuid
             * @description Id of the account that the record belongs to
             */
            accountId: string;
            /** @description Counts the events of the account that a webhook wanted, from 1 */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /** @description The record as its own operations show it */
            data: {
                /** @description The record before the change; null: it did not exist */
                previous: components["schemas"]["FailingWebhook"] | null;
                /** @description The record after the change; null: it is deleted */
                current: components["schemas"]["FailingWebhook"] | null;
            };
        };
        WebhookDisabledEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "webhook.disabled";
            /**
             * Format: uuid
             * @description Id of the account that the record belongs to
             */
            accountId: string;
            /** @description Counts the events of the account that a webhook wanted, from 1 */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /** @description The record as its own operations show it */
            data: {
                /** @description The record before the change; null: it did not exist */
                previous: components["schemas"]["FailingWebhook"] | null;
                /** @description The record after the change; null: it is deleted */
                current: components["schemas"]["FailingWebhook"] | null;
            };
        };
        WebhookRecoveredEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every attempt: ignore one that you have handled
             */
            id: string;
            /**
             * @description Name of the event, which says what `data` holds
             * @constant
             */
            event: "webhook.recovered";
            /**
             * Format: uuid
             * @description Id of the account that the record belongs to
             */
            accountId: string;
            /** @description Counts the events of the account that a webhook wanted, from 1 */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened, ISO 8601 in UTC
             */
            timestamp: string;
            /** @description The record as its own operations show it */
            data: {
                /** @description The record before the change; null: it did not exist */
                previous: components["schemas"]["FailingWebhook"] | null;
                /** @description The record after the change; null: it is deleted */
                current: components["schemas"]["FailingWebhook"] | null;
            };
        };
    };
    parameters: {
        /** @description Name of the instance that it is about, such as `shop` */
        InstanceNamePath: string;
        /** @description Id or name of the instance, percent-encoded as in a path; required with the global key */
        InstanceIdHeader: string;
        /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
        IdempotencyKeyHeader: string;
        /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
        IfMatchHeader: string;
        /** @description Id of the endpoint, such as `default` or a UUID */
        EndpointIdPath: string;
        /** @description Id of the recovery, a UUID */
        RecoveryIdPath: string;
        /** @description Id of an endpoint of the instance that is a webhook; default `default`, the one that webhook/set changes */
        EndpointQuery: string;
        /** @description The code of the invitation, or the whole link that ends in it */
        InviteCodeQuery: string;
        /** @description The group, where the body does not name it: its JID or the digits of it */
        GroupJidQuery: string;
        /** @description Only this event type, such as `Message`, in any case */
        EventQuery: string;
        /** @description Id of the delivery: a UUID, as lists show it */
        DeliveryIdPath: string;
        /** @description Name of one instance. Default: the instance of the key; with the global key every instance */
        InstanceQuery: string;
        /** @description Only deliveries that were created at this time or later */
        FromQuery: string;
        /** @description Only deliveries that were created at this time or earlier */
        ToQuery: string;
        /** @description The id or the name of the instance */
        InstanceIdPath: string;
        /** @description Any version of the Graph API, such as `v25.0` */
        VersionPath: string;
        /** @description The `phoneNumberId` that the file must belong to */
        PhoneNumberIdQuery: string;
        /** @description Names of the fields to answer, with commas between them */
        FieldsQuery: string;
        /** @description `paging.cursors.after` of a page: the page behind it is answered */
        AfterQuery: string;
        /** @description `paging.cursors.before` of a page: the page in front of it is answered */
        BeforeQuery: string;
        /** @description The token from the link to the ceremony, good for 5 minutes */
        TokenPath: string;
        /** @description What Meta asks for: always `subscribe` */
        HubModeQuery: string;
        /** @description The verify token: META_VERIFY_TOKEN, or the instance's own `verifyToken` */
        HubVerifyTokenQuery: string;
        /** @description A text of 1-256 characters that comes back as the answer */
        HubChallengeQuery: string;
        /** @description `sha256=` and the HMAC-SHA256 of the body with the app secret, in hex */
        XHubSignature256Header: string;
        /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
        AccountIdQuery: string;
        /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
        AccountIdHeader: string;
        /** @description Which page of the list, from 1 */
        PageQuery: number;
        /** @description How many records a page has, 1 to 100 */
        PageSizeQuery: number;
        /** @description Another name of `pageSize` */
        PerPageQuery: number;
        /** @description How many records there are at most, another name of `pageSize` */
        LimitQuery: number;
        /** @description How many records come before the page, instead of `page` */
        SkipQuery: number;
        /** @description Id of the record: a UUID, as lists and answers show it */
        IdPath: string;
        /** @description Id of the invitation: a UUID, as lists and answers show it */
        InvitationIdPath: string;
        /** @description Id of the pipeline: a UUID, as lists and answers show it */
        PipelineIdPath: string;
        /** @description Id of the event, the same in every attempt */
        WebhookIdHeader: string;
        /** @description When this attempt began, in seconds since 1970 */
        WebhookTimestampHeader: number;
        /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
        WebhookSignatureHeader: string;
        /** @description Which attempt it is, from 1 */
        XGatehouseAttemptHeader: number;
        /** @description Id of the recovery that sends it; absent: it is new */
        XGatehouseReplayHeader: string;
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
                /** @description Only the instance with this name, such as `shop` */
                instanceName?: string;
                /** @description Only the instance with this id, a UUID */
                instanceId?: string;
                /** @description Only instances with this number, in digits: of the paired account, or that it was created for */
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
    getInstanceConnectionStateByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    getInstanceStatesByInstanceName: {
        parameters: {
            query?: {
                /** @description How many at most; the last 200 are kept */
                limit?: number;
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    getInstanceLimitsByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    getInstanceConnectByInstanceName: {
        parameters: {
            query?: {
                /** @description Phone number of the account with its country code: pairs by a code for it in place of a QR code. Empty is the same as absent */
                number?: string;
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
    postInstanceDisconnectByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    deleteInstanceLogoutByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    deleteInstanceDeleteByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description A new access token, which replaces the one that is stored */
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
    postWebhookSetByInstanceName: {
        parameters: {
            header?: {
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
    postWebhookEndpointsByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEndpoint"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["InstanceEndpointWithSecret"];
                };
            };
        };
    };
    getWebhookEndpointsByInstanceNameByEndpointId: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
                /** @description Id of the endpoint, such as `default` or a UUID */
                endpointId: components["parameters"]["EndpointIdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceEndpoint"];
                };
            };
        };
    };
    deleteWebhookEndpointsByInstanceNameByEndpointId: {
        parameters: {
            header?: {
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
                /** @description Id of the endpoint, such as `default` or a UUID */
                endpointId: components["parameters"]["EndpointIdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["DeletedEndpoint"];
                };
            };
        };
    };
    patchWebhookEndpointsByInstanceNameByEndpointId: {
        parameters: {
            header?: {
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
                /** @description Id of the endpoint, such as `default` or a UUID */
                endpointId: components["parameters"]["EndpointIdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EndpointChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InstanceEndpoint"];
                };
            };
        };
    };
    postWebhookEndpointsByInstanceNameByEndpointIdRecover: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
                /** @description Id of the endpoint, such as `default` or a UUID */
                endpointId: components["parameters"]["EndpointIdPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecoveryRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                content: {
                    "application/json": components["schemas"]["EndpointRecovery"];
                };
            };
        };
    };
    getWebhookEndpointsByInstanceNameByEndpointIdRecoveries: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
                /** @description Id of the endpoint, such as `default` or a UUID */
                endpointId: components["parameters"]["EndpointIdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EndpointRecoveries"];
                };
            };
        };
    };
    getWebhookEndpointsByInstanceNameByEndpointIdRecoveriesByRecoveryId: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
                /** @description Id of the endpoint, such as `default` or a UUID */
                endpointId: components["parameters"]["EndpointIdPath"];
                /** @description Id of the recovery, a UUID */
                recoveryId: components["parameters"]["RecoveryIdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EndpointRecovery"];
                };
            };
        };
    };
    postWebhookEndpointsByInstanceNameByEndpointIdRecoveriesByRecoveryIdPause: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
                /** @description Id of the endpoint, such as `default` or a UUID */
                endpointId: components["parameters"]["EndpointIdPath"];
                /** @description Id of the recovery, a UUID */
                recoveryId: components["parameters"]["RecoveryIdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EndpointRecovery"];
                };
            };
        };
    };
    postWebhookEndpointsByInstanceNameByEndpointIdRecoveriesByRecoveryIdResume: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
                /** @description Id of the endpoint, such as `default` or a UUID */
                endpointId: components["parameters"]["EndpointIdPath"];
                /** @description Id of the recovery, a UUID */
                recoveryId: components["parameters"]["RecoveryIdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EndpointRecovery"];
                };
            };
        };
    };
    postWebhookEndpointsByInstanceNameByEndpointIdRecoveriesByRecoveryIdCancel: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
                /** @description Id of the endpoint, such as `default` or a UUID */
                endpointId: components["parameters"]["EndpointIdPath"];
                /** @description Id of the recovery, a UUID */
                recoveryId: components["parameters"]["RecoveryIdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EndpointRecovery"];
                };
            };
        };
    };
    postWebhookEndpointsByInstanceNameFilterTest: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FilterTrial"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["FilterTrialResult"];
                };
            };
        };
    };
    postWebhookEndpointsByInstanceNameTransformTest: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransformTrial"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["TransformTrialResult"];
                };
            };
        };
    };
    getWebhookSecretByInstanceName: {
        parameters: {
            query?: {
                /** @description Id of an endpoint of the instance that is a webhook; default `default`, the one that webhook/set changes */
                endpoint?: components["parameters"]["EndpointQuery"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
            query?: {
                /** @description Id of an endpoint of the instance that is a webhook; default `default`, the one that webhook/set changes */
                endpoint?: components["parameters"]["EndpointQuery"];
            };
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
    getLabelFindLabelsByInstanceName: {
        parameters: {
            query?: {
                /** @description A phone number or a JID: only the labels of that chat */
                number?: string;
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    postMessageSendTextByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
    postMessageSendCarouselByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CarouselMessage"];
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
    postMessageSendFlowByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FlowMessage"];
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
                /** @description Id of the message, `key.id` of the answer that sending gave */
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
                /** @description `next` of the page before, after which to go on */
                after?: number;
                /** @description How many entries to answer at most */
                limit?: number;
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
                /** @description Id of the message, `key.id` of the answer that sending gave */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
                /** @description Id of the message, `key.id` of the answer that sending gave */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
                /** @description Id of a message that was sent or received */
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
    getTemplateFindByInstanceName: {
        parameters: {
            query?: {
                /** @description `true` or `false`: as they are at this moment, which takes longer; absent: `false` */
                refresh?: string;
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    number: components["schemas"]["Recipient"];
                    /** @description Name of the template, such as `order_ready` */
                    name: string;
                    /** @description Language of the template, such as en or pt_BR; also as `{"code": "pt_BR"}` */
                    language: string;
                    /** @description What fills the variables, as the official API takes it: `[{type: "body", parameters: [{type: "text", text}]}]`, with `parameter_name` where variables are named, and `header`, `button` (`sub_type`, `index`), `limited_time_offer` and `carousel` (`cards`). Absent: the template has no variables */
                    components?: Record<string, unknown>[];
                    /** @description Not supported: events go to the webhook of the instance */
                    webhookUrl?: string;
                    /** @description At most 20 headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`. They go to the scheme, host and port of that URL alone, never on with a redirect to another, and are stored nowhere */
                    mediaHeaders?: {
                        [key: string]: string;
                    };
                    quoted?: components["schemas"]["QuotedMessage"];
                    /** @description Phone numbers, or JIDs with them, of those whom the text mentions as @number */
                    mentioned?: string[];
                    /** @description Whether everybody in the group is mentioned; default false */
                    mentionsEveryOne?: boolean;
                    /** @description A text of your own of at most 512 characters, which every MessageStatus of the message repeats */
                    callbackData?: string;
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
    postChatMarkMessageAsReadByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The messages to confirm, 1-500 */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The messages to confirm, 1-500 */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    number: components["schemas"]["Recipient"];
                    /**
                     * @description What the account is shown as: writing, recording or neither in the chat, or online or not
                     * @enum {string}
                     */
                    presence: "composing" | "recording" | "paused" | "available" | "unavailable";
                    /** @description For how many milliseconds it is shown. Absent or 0: answers at once, and phones end it after some 20 seconds */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whether the account is shown as online
                     * @enum {string}
                     */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    number: components["schemas"]["Recipient"];
                    /** @description Whether the chat is watched; false: no longer. Default true */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A phone number with its country code, or the JID of a person or a group */
                    number?: string;
                    /** @description What `number` says, for clients that call it so; `number` goes first */
                    chat?: string;
                    /** @description The newest message of the chat, up to which it counts. Absent: everything up to now */
                    lastMessage?: {
                        key: components["schemas"]["MessageKey"];
                    };
                    /** @description Whether the chat is archived; false: it is taken out of the archive */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description A phone number with its country code, or the JID of a person or a group */
                    number?: string;
                    /** @description What `number` says, for clients that call it so; `number` goes first */
                    chat?: string;
                    /** @description The newest message of the chat, up to which it counts. Absent: everything up to now */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A phone number with its country code, or the JID of a person or a group */
                    number?: string;
                    /** @description What `number` says, for clients that call it so; `number` goes first */
                    chat?: string;
                    /** @description Whether the chat is pinned above the others */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A phone number with its country code, or the JID of a person or a group */
                    number?: string;
                    /** @description What `number` says, for clients that call it so; `number` goes first */
                    chat?: string;
                    /** @description Whether the chat is muted; false: it makes a sound again */
                    mute: boolean;
                    /**
                     * @description For how long the chat is muted: 8 hours, a week or, the default, always
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    number: components["schemas"]["Recipient"];
                    /** @description Id of the label, as `/label/findLabels` has it */
                    labelId: string;
                    /**
                     * @description Whether to put the label on or take it off
                     * @enum {string}
                     */
                    action: "add" | "remove";
                    /** @description Id of a message of that chat; absent: the chat itself is meant */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Id of the label, 1-10 digits; absent: a new label, which gets a free id */
                    labelId?: string;
                    /** @description Name of the label as people see it, of 1-100 characters */
                    name?: string;
                    /** @description The place of the colour in WhatsApp’s list, 0-19; a new label has 0 unless it is given */
                    color?: number;
                    /** @description Whether the label is deleted; default false */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The phone numbers to look up, 1-500, each with its country code */
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
    postChatMergeContactsByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ContactsMerged"];
                };
            };
        };
    };
    postChatFetchProfilePictureUrlByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    number: components["schemas"]["Recipient"];
                    /**
                     * @description Whether to block the person or no longer
                     * @enum {string}
                     */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Id of the call, `CallID` of its CallOffer event */
                    callId: string;
                    /** @description Who calls: a phone number or a JID; absent: whoever it is */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The new name of the account, of 1-25 characters */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the account says about itself, of at most 139 characters; empty: nothing */
                    status: string;
                    /** @description One emoji, shown beside the text */
                    emoji?: string;
                    /** @description For how many seconds others see it, at most 31536000; 0: until it is changed, which WhatsApp may refuse. Default 86400 */
                    durationSeconds?: number;
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Whether senders get read receipts
                     * @enum {string}
                     */
                    readreceipts?: "all" | "none";
                    /**
                     * @description Who sees the picture of the account
                     * @enum {string}
                     */
                    profile?: "all" | "contacts" | "contact_blacklist" | "none";
                    /**
                     * @description Who sees what the account says about itself
                     * @enum {string}
                     */
                    status?: "all" | "contacts" | "contact_blacklist" | "none";
                    /**
                     * @description Who sees when the account was last online
                     * @enum {string}
                     */
                    last?: "all" | "contacts" | "contact_blacklist" | "none";
                    /**
                     * @description Who sees that the account is online
                     * @enum {string}
                     */
                    online?: "all" | "match_last_seen";
                    /**
                     * @description Who may add the account to groups
                     * @enum {string}
                     */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    number: components["schemas"]["Recipient"];
                    /**
                     * @description How many messages to ask for, 1-50
                     * @default 50
                     */
                    count?: number;
                    /** @description The message before which to begin; absent: the oldest one of the chat that is stored */
                    before?: {
                        /** @description Id of the message, as its event or record has it */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
    postChatGetBase64FromMediaMessageByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description The group: its JID, such as `120363000000000001@g.us`, or the digits of it */
                groupJid: string;
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
    postGroupCreateByInstanceName: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    getGroupInviteInfoByInstanceName: {
        parameters: {
            query: {
                /** @description The code of the invitation, or the whole link that ends in it */
                inviteCode: components["parameters"]["InviteCodeQuery"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    getGroupParticipantsByInstanceName: {
        parameters: {
            query: {
                /** @description The group: its JID, such as `120363000000000001@g.us`, or the digits of it */
                groupJid: string;
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    postGroupUpdateJoinRequestsByInstanceName: {
        parameters: {
            query?: {
                /** @description The group, where the body does not name it: its JID or the digits of it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The group: its JID, such as `120363000000000001@g.us`, or the digits of it */
                    groupJid: string;
                    /**
                     * @description Whether they are let in or turned down
                     * @enum {string}
                     */
                    action: "approve" | "reject";
                    /** @description People, 1-1024: phone numbers with their country code, or JIDs */
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
                /** @description The group, where the body does not name it: its JID or the digits of it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The group: its JID, such as `120363000000000001@g.us`, or the digits of it */
                    groupJid: string;
                    /** @description Name of the group, of 1-100 characters */
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
                /** @description The group, where the body does not name it: its JID or the digits of it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The group: its JID, such as `120363000000000001@g.us`, or the digits of it */
                    groupJid: string;
                    /** @description What the group is about, of at most 2048 characters; empty: nothing */
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
                /** @description The group, where the body does not name it: its JID or the digits of it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The group: its JID, such as `120363000000000001@g.us`, or the digits of it */
                    groupJid: string;
                    /**
                     * @description What is done with the participants: `promote` makes them admins, `demote` ends that
                     * @enum {string}
                     */
                    action: "add" | "remove" | "promote" | "demote";
                    /** @description People, 1-1024: phone numbers with their country code, or JIDs */
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
                /** @description The group, where the body does not name it: its JID or the digits of it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The group: its JID, such as `120363000000000001@g.us`, or the digits of it */
                    groupJid: string;
                    /**
                     * @description Who may write in the group (`announcement`: admins alone), or change it (`locked`: admins alone)
                     * @enum {string}
                     */
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
                /** @description The group, where the body does not name it: its JID or the digits of it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The group: its JID, such as `120363000000000001@g.us`, or the digits of it */
                    groupJid: string;
                    /**
                     * @description Who may add members: admins alone, or everybody in the group
                     * @enum {string}
                     */
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
                /** @description The group, where the body does not name it: its JID or the digits of it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The group: its JID, such as `120363000000000001@g.us`, or the digits of it */
                    groupJid: string;
                    /** @description After how many seconds messages vanish: a day, 7 or 90 days; 0: never */
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
                /** @description The group, where the body does not name it: its JID or the digits of it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
            query?: {
                /** @description The group, where the body does not name it: its JID or the digits of it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NamedGroup"];
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
                /** @description The group: its JID, such as `120363000000000001@g.us`, or the digits of it */
                groupJid: string;
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
            query?: {
                /** @description The group, where the body does not name it: its JID or the digits of it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NamedGroup"];
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
                /** @description The group: its JID, such as `120363000000000001@g.us`, or the digits of it */
                groupJid: string;
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    getGroupAcceptInviteCodeByInstanceName: {
        parameters: {
            query: {
                /** @description The code of the invitation, or the whole link that ends in it */
                inviteCode: components["parameters"]["InviteCodeQuery"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description The group, where the body does not name it: its JID or the digits of it */
                groupJid?: components["parameters"]["GroupJidQuery"];
            };
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    postRabbitmqSetByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
    postNatsSetByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    getNatsFindByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    postWebsocketSetByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    getWebsocketFindByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    getPortalByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PortalLinks"];
                };
            };
        };
    };
    postPortalByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PortalRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["PortalLink"];
                };
            };
        };
    };
    deletePortalByInstanceNameByLinkId: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
                /** @description Id of the link, a UUID */
                linkId: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["DeletedPortalLink"];
                };
            };
        };
    };
    getNewsletterListByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
    postProxySetByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                        /** @description Settings of other gateways that were sent and make no difference here */
                        ignored?: string[];
                    };
                };
            };
        };
    };
    getSettingsFindByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    getEventFindByInstanceName: {
        parameters: {
            query?: {
                /** @description The sequence after which to begin */
                after?: number;
                /** @description Only this event type, such as `Message`, in any case */
                event?: components["parameters"]["EventQuery"];
                /** @description How many at most; a page also ends after about 8 MiB, then `next` goes on */
                limit?: number;
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Only this event type, such as `Message`, in any case */
                event?: components["parameters"]["EventQuery"];
                /** @description Only events of this chat, group or person: a phone number or a JID */
                chat?: string;
                /** @description Only events whose body has this text somewhere; letters from A to Z in either case */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
    getDeliveryFindByInstanceName: {
        parameters: {
            query?: {
                /** @description Only deliveries in this state: waiting, sending, delivered, discarded */
                state?: string;
                /** @description The delivery id after which to begin */
                after?: string;
                /** @description How many entries to answer at most */
                limit?: number;
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Id of the delivery: a UUID, as lists show it */
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
    getDeliveryRequestByDeliveryId: {
        parameters: {
            path: {
                /** @description Id of the delivery: a UUID, as lists show it */
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
    getDeliverySearch: {
        parameters: {
            query?: {
                /** @description Name of one instance. Default: the instance of the key; with the global key every instance */
                instance?: components["parameters"]["InstanceQuery"];
                /** @description Only deliveries in this state */
                state?: "waiting" | "sending" | "delivered" | "discarded";
                /** @description Only this event type, such as `Message`, in any case */
                event?: components["parameters"]["EventQuery"];
                /** @description Only deliveries that go this way */
                destination?: "webhook" | "global-webhook" | "amqp" | "global-amqp" | "nats" | "global-nats";
                /** @description Only deliveries to this endpoint of the instance, by its id, such as `default` or a UUID */
                endpoint?: string;
                /** @description Only the deliveries of this recovery */
                recovery?: string;
                /** @description Only the deliveries of this event */
                eventId?: string;
                /** @description Only deliveries that were created at this time or later */
                from?: components["parameters"]["FromQuery"];
                /** @description Only deliveries that were created at this time or earlier */
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
                /** @description Which deliveries are counted; default `discarded` */
                state?: "delivered" | "discarded" | "waiting";
                /** @description Only deliveries that were created at this time or later */
                from?: components["parameters"]["FromQuery"];
                /** @description Only deliveries that were created at this time or earlier */
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
    postDeliveryRedeliverByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    postChatFindMessagesByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
    getChatFindChatByRemoteJidByInstanceName: {
        parameters: {
            query: {
                /** @description The chat that is asked for: a phone number or a JID */
                remoteJid: string;
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    postChatFindContactsByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
    getMessageSearchByInstanceName: {
        parameters: {
            query: {
                /** @description Whole words that all stand in the message, whatever their case and accents; "in quotation marks" one after the other */
                query: string;
                /** @description Only the messages of this chat */
                remoteJid?: string;
                /** @description `id` of the last record of the page before, after which to go on */
                after?: string;
                /** @description How many entries to answer at most */
                limit?: number;
            };
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
    getAuditFind: {
        parameters: {
            query?: {
                /** @description The id after which to begin */
                after?: number;
                /** @description How many entries to answer at most */
                limit?: number;
                /** @description Only entries of this action, such as `instance.create` */
                action?: string;
                /** @description Only entries of what was done to an instance that had this name */
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
    getInstanceOverview: {
        parameters: {
            query?: {
                /** @description Only instances with this text in the name, the number or the account, in capitals or not */
                search?: string;
                /** @description Only instances in this state: close, connecting, open */
                state?: string;
                /** @description true: only those that somebody should look at */
                needsAttention?: string;
                /** @description How many to leave out first */
                offset?: number;
                /** @description How many entries to answer at most */
                limit?: number;
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
    getInstanceFiguresByInstanceName: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Figures"];
                };
            };
        };
    };
    getInstanceFigures: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Figures"];
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
    postSandboxByInstanceNameMessage: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What kind of message it is
                     * @enum {string}
                     */
                    kind: "text" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contact" | "poll" | "reaction" | "edit" | "revoke" | "vote" | "tap";
                    /** @description Who writes: digits or a JID */
                    from: string;
                    /** @description Words of a text or an edit, the emoji of a reaction */
                    text?: string;
                    /** @description Text shown below a file */
                    caption?: string;
                    /** @description The file in base64; absent: a smallest real one of the kind */
                    base64?: string;
                    /** @description Media type of the file, such as `image/png` */
                    mimetype?: string;
                    /** @description Name of the file, of a document */
                    fileName?: string;
                    /** @description The name that the sender gives themselves */
                    pushName?: string;
                    /** @description The group written in, or status@broadcast: digits or a JID */
                    group?: string;
                    /** @description Id of the message that it answers */
                    quoted?: string;
                    /** @description Id of the message that a reaction, edit, revoke, vote or tap is about */
                    about?: string;
                    /** @description Of a tap: the id of the button or row in the message that `about` names */
                    choice?: string;
                    /** @description Of a tap on a button that opens a form: what is filled in, such as `{"city": "Recife"}` */
                    form?: {
                        [key: string]: unknown;
                    };
                    /** @description Options of a poll; of a vote those that are chosen, none to take it back */
                    options?: string[];
                    /** @description What the place of a location is called, or the question of a poll */
                    name?: string;
                    /** @description Degrees north of the equator, of a location */
                    latitude?: number;
                    /** @description Degrees east of Greenwich, of a location */
                    longitude?: number;
                    /** @description Address of the place, of a location */
                    address?: string;
                    /** @description The cards of a message of the kind contact, 1-257 */
                    contacts?: {
                        /** @description Name of the person as the card shows it */
                        fullName: string;
                        /** @description First name of the person on the card */
                        firstName?: string;
                        /** @description Last name of the person on the card */
                        lastName?: string;
                        /** @description Middle name of the person on the card */
                        middleName?: string;
                        /** @description What is in front of the name on the card, such as `Dr.` */
                        namePrefix?: string;
                        /** @description What is behind the name on the card, such as `Jr.` */
                        nameSuffix?: string;
                        /** @description Phone number of the person with its country code, the first on the card; required if nothing else leads to the person */
                        phoneNumber?: string;
                        /** @description More phone numbers on the card, at most 20 */
                        phones?: {
                            /** @description The phone number as the card shows it, such as `+55 11 98888-0000` */
                            phone?: string;
                            /** @description The digits by which WhatsApp has the number; absent: those of a number with `+` */
                            waId?: string;
                            /** @description Whose it is, such as `CELL`, `HOME` or `WORK` */
                            type?: string;
                        }[];
                        /** @description E-mail address of the person, the first on the card */
                        email?: string;
                        /** @description More e-mail addresses on the card, at most 20 */
                        emails?: {
                            /** @description An e-mail address of the person */
                            email?: string;
                            /** @description Whose it is, such as `CELL`, `HOME` or `WORK` */
                            type?: string;
                        }[];
                        /** @description Web page of the person or the company, the first on the card */
                        url?: string;
                        /** @description More web pages on the card, at most 20 */
                        urls?: {
                            /** @description The address of a web page */
                            url?: string;
                            /** @description Whose it is, such as `CELL`, `HOME` or `WORK` */
                            type?: string;
                        }[];
                        /** @description Postal addresses on the card, at most 20 */
                        addresses?: {
                            /** @description Street and number of the address */
                            street?: string;
                            /** @description City of the postal address */
                            city?: string;
                            /** @description State of the postal address, such as `SP` */
                            state?: string;
                            /** @description Postal code of the address */
                            zip?: string;
                            /** @description Country of the postal address, in words */
                            country?: string;
                            /** @description Country of the postal address in two letters, such as `BR` */
                            countryCode?: string;
                            /** @description Whose it is, such as `CELL`, `HOME` or `WORK` */
                            type?: string;
                        }[];
                        /** @description Birthday of the person in the form 1990-12-31 */
                        birthday?: string;
                        /** @description The company that the person belongs to */
                        organization?: string;
                        /** @description The department of the company */
                        department?: string;
                        /** @description What the person does in the company */
                        jobTitle?: string;
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
    postSandboxByInstanceNameEvent: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Type of the event
                     * @enum {string}
                     */
                    event: "QRCode" | "PairSuccess" | "Connected" | "OfflineSyncCompleted" | "LoggedOut" | "Message" | "Receipt" | "CallOffer" | "CallRelayLatency" | "CallTerminate" | "JoinedGroup" | "GroupInfo" | "NewsletterJoin" | "SendMessage" | "MessageStatus" | "Undecryptable" | "Presence" | "ChatPresence" | "PasskeyRequest" | "Label" | "LabelAssociation" | "ContactMerged" | "ContactIdentityChanged" | "ChatUpdate" | "ContactUpdate" | "TemplateUpdate" | "PlatformNotice" | "EndpointFailing" | "EndpointDisabled" | "EndpointRecovered";
                    /** @description Fields of its payload; those that are absent are as in its sample */
                    data?: {
                        [key: string]: unknown;
                    };
                    /** @description The field `state` beside `data`, of events that have one */
                    state?: string;
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
    postSandboxByInstanceNameHistory: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Who writes: digits or a JID */
                    from: string;
                    /** @description Words of a text or an edit, the emoji of a reaction */
                    text?: string;
                    /** @description Text shown below a file */
                    caption?: string;
                    /** @description The file in base64; absent: a smallest real one of the kind */
                    base64?: string;
                    /** @description Media type of the file, such as `image/png` */
                    mimetype?: string;
                    /** @description Name of the file, of a document */
                    fileName?: string;
                    /** @description The name that the sender gives themselves */
                    pushName?: string;
                    /** @description The group written in, or status@broadcast: digits or a JID */
                    group?: string;
                    /** @description Options of a poll; of a vote those that are chosen, none to take it back */
                    options?: string[];
                    /** @description What the place of a location is called, or the question of a poll */
                    name?: string;
                    /** @description Degrees north of the equator, of a location */
                    latitude?: number;
                    /** @description Degrees east of Greenwich, of a location */
                    longitude?: number;
                    /** @description Address of the place, of a location */
                    address?: string;
                    /** @description The cards of a message of the kind contact, 1-257 */
                    contacts?: {
                        /** @description Name of the person as the card shows it */
                        fullName: string;
                        /** @description First name of the person on the card */
                        firstName?: string;
                        /** @description Last name of the person on the card */
                        lastName?: string;
                        /** @description Middle name of the person on the card */
                        middleName?: string;
                        /** @description What is in front of the name on the card, such as `Dr.` */
                        namePrefix?: string;
                        /** @description What is behind the name on the card, such as `Jr.` */
                        nameSuffix?: string;
                        /** @description Phone number of the person with its country code, the first on the card; required if nothing else leads to the person */
                        phoneNumber?: string;
                        /** @description More phone numbers on the card, at most 20 */
                        phones?: {
                            /** @description The phone number as the card shows it, such as `+55 11 98888-0000` */
                            phone?: string;
                            /** @description The digits by which WhatsApp has the number; absent: those of a number with `+` */
                            waId?: string;
                            /** @description Whose it is, such as `CELL`, `HOME` or `WORK` */
                            type?: string;
                        }[];
                        /** @description E-mail address of the person, the first on the card */
                        email?: string;
                        /** @description More e-mail addresses on the card, at most 20 */
                        emails?: {
                            /** @description An e-mail address of the person */
                            email?: string;
                            /** @description Whose it is, such as `CELL`, `HOME` or `WORK` */
                            type?: string;
                        }[];
                        /** @description Web page of the person or the company, the first on the card */
                        url?: string;
                        /** @description More web pages on the card, at most 20 */
                        urls?: {
                            /** @description The address of a web page */
                            url?: string;
                            /** @description Whose it is, such as `CELL`, `HOME` or `WORK` */
                            type?: string;
                        }[];
                        /** @description Postal addresses on the card, at most 20 */
                        addresses?: {
                            /** @description Street and number of the address */
                            street?: string;
                            /** @description City of the postal address */
                            city?: string;
                            /** @description State of the postal address, such as `SP` */
                            state?: string;
                            /** @description Postal code of the address */
                            zip?: string;
                            /** @description Country of the postal address, in words */
                            country?: string;
                            /** @description Country of the postal address in two letters, such as `BR` */
                            countryCode?: string;
                            /** @description Whose it is, such as `CELL`, `HOME` or `WORK` */
                            type?: string;
                        }[];
                        /** @description Birthday of the person in the form 1990-12-31 */
                        birthday?: string;
                        /** @description The company that the person belongs to */
                        organization?: string;
                        /** @description The department of the company */
                        department?: string;
                        /** @description What the person does in the company */
                        jobTitle?: string;
                    }[];
                    /**
                     * @description What kind of message it was
                     * @enum {string}
                     */
                    kind: "text" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contact" | "poll";
                    /**
                     * Format: date-time
                     * @description When the message was sent, ISO 8601
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
    getSandboxByInstanceNameSent: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                        kind: "location" | "contacts" | "poll" | "list" | "native_buttons" | "carousel" | "flow" | "pix" | "template" | "reaction" | "vote" | "edit" | "revoke" | "forward";
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
                /** @description Name of the instance that it is about, such as `shop` */
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
    postSandboxByInstanceNameChat: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The chat: digits or a JID */
                    chat: string;
                    /** @description Whether the chat is archived now */
                    archived?: boolean;
                    /** @description Whether the chat is pinned now */
                    pinned?: boolean;
                    /** @description Whether the chat is muted now */
                    muted?: boolean;
                    /**
                     * Format: date-time
                     * @description Of `muted`: until when, ISO 8601; absent: for ever
                     */
                    mutedUntil?: string;
                    /** @description Whether the chat is marked as unread, or as read again */
                    unread?: boolean;
                    /**
                     * @description Deletes the chat on the phone of the account
                     * @constant
                     */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The contact that it is about: digits or a JID */
                    number: string;
                    /** @description The address that hides the number: digits or a JID */
                    lid?: string;
                    /** @description The name that the contact gives itself now */
                    name?: string;
                    /**
                     * @description What happens to the picture of the contact
                     * @enum {string}
                     */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the template, such as `order_ready` */
                    name: string;
                    /** @description Language of the template, such as en or pt_BR */
                    language: string;
                    /**
                     * @description What the platform says of the template now
                     * @enum {string}
                     */
                    status?: "APPROVED" | "PENDING" | "REJECTED" | "PAUSED" | "DISABLED" | "FLAGGED";
                    /**
                     * @description How people react to the template
                     * @enum {string}
                     */
                    quality?: "GREEN" | "YELLOW" | "RED";
                    /** @description Why, in words, as the event of it says */
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
    postSandboxByInstanceNamePasskey: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
                /** @description Name of the instance that it is about, such as `shop` */
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
    postSandboxByInstanceNameLoad: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How many messages arrive, 1-100000 */
                    messages: number;
                    /** @description How many messages arrive in a second; absent: as fast as they can be written */
                    perSecond?: number;
                    /** @description How many contacts write in turn; default 1 */
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
    postSandboxByInstanceNameScan: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The phone's own number; absent: that of the instance, else an invented one */
                    number?: string | number;
                    /** @description The name that the account gives itself */
                    pushName?: string;
                    /** @description Whether the account asks for its passkey before it is linked; default false */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The pairing code that the instance shows, with or without its dash */
                    code: string;
                    /** @description Whether the account asks for its passkey before it is linked; default false */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What happened: others read the messages, another device of the account did, or they were delivered
                     * @enum {string}
                     */
                    state: "Read" | "ReadSelf" | "Delivered";
                    /** @description The chat of the messages: digits or a JID */
                    chat: string;
                    /** @description Ids of the messages, 1-1000 */
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
    postSandboxByInstanceNameGroup: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What happens: the account comes into the group, the group changes, or people ask to join
                     * @enum {string}
                     */
                    step: "joined" | "info" | "request";
                    /** @description The group: digits or a JID */
                    jid: string;
                    /** @description Name of the group as its members see it */
                    name?: string;
                    /** @description What the group is about, in words; empty: that is deleted */
                    topic?: string;
                    /** @description Those who come into the group; of `request`: who ask to be let in, of which there is no event */
                    join?: string[];
                    /** @description Those who leave the group or are removed */
                    leave?: string[];
                    /** @description Those who become admins of the group */
                    promote?: string[];
                    /** @description Those who are no longer admins of the group */
                    demote?: string[];
                    /** @description The member who does it; absent: the account itself: digits or a JID */
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
    postSandboxByInstanceNameAck: {
        parameters: {
            path: {
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Id of a message that was sent; absent: those that are sent from now on */
                    messageId?: string;
                    /**
                     * @description What the platform answers; absent: it answers as ever, or `Error` where a `code` is given
                     * @enum {string}
                     */
                    status?: "None" | "ServerAck" | "Delivered" | "Read" | "Played" | "Error";
                    /** @description The number of a refusal (`Error`), such as 463 or 479 */
                    code?: number;
                    /** @description How many milliseconds the answer takes; default 0 */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether the account may write to people it has no chat with */
                    newChats: {
                        /** @description Whether new chats are locked */
                        locked: boolean;
                        /**
                         * Format: date-time
                         * @description Until when they are locked, ISO 8601
                         */
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The person who is online, writes or records: digits or a JID */
                    from: string;
                    /**
                     * @description What the person does: writes, records, neither, or is online or not
                     * @enum {string}
                     */
                    presence: "composing" | "recording" | "paused" | "available" | "unavailable";
                    /** @description The group written in; absent: the chat with the account: digits or a JID */
                    group?: string;
                    /**
                     * Format: date-time
                     * @description Of `unavailable`: when the person was last online; absent: they do not show it
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
                /** @description Name of the instance that it is about, such as `shop` */
                instanceName: components["parameters"]["InstanceNamePath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What happens: a label is made, changed or deleted, or put on a chat or taken off
                     * @enum {string}
                     */
                    step: "edit" | "delete" | "add" | "remove";
                    /** @description Id of the label */
                    labelId: string;
                    /** @description Of `edit`: name of the label, which is made where there is none */
                    name?: string;
                    /** @description Of `edit`: the place of the colour in WhatsApp’s list; default 0 */
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
                /** @description Id of the instance, a UUID */
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
                            qrcode: string;
                            /** @description What the picture says */
                            code: string;
                            /** @description The same as `qrcode`, as older clients read it */
                            Qrcode: string;
                            /** @description The same as `code`, as older clients read it */
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
                    /** @description Phone number of the account with its country code */
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
                    /** @description Makes no difference: the account is the one that is paired */
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
                    /** @description Host name or IP address of the proxy */
                    host: string;
                    /** @description Port of the proxy, 1 to 65535 */
                    port: string;
                    /** @description Name that the proxy asks for; absent: it asks for none */
                    username?: string;
                    /** @description Password that the proxy asks for, beside a username */
                    password?: string;
                    /** @description How the proxy is spoken to: http, https or socks5 */
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
                    /** @description For how many milliseconds the account is shown writing before it is sent, 0-60000 */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        /** @description Id of the message that is answered, `Info.ID` of its event */
                        messageId: string;
                        /** @description Who wrote it: a JID; counts if the message is not stored */
                        participant?: string;
                        /** @description What it says; shown if the message is not stored */
                        text?: string;
                    };
                    /** @description Those whom the text mentions as @number: phone numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Whether everybody in the group is mentioned; default false */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description The text, of 1-65536 characters, such as `Your order is ready` */
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
                    /** @description For how many milliseconds the account is shown writing before it is sent, 0-60000 */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        /** @description Id of the message that is answered, `Info.ID` of its event */
                        messageId: string;
                        /** @description Who wrote it: a JID; counts if the message is not stored */
                        participant?: string;
                        /** @description What it says; shown if the message is not stored */
                        text?: string;
                    };
                    /** @description Those whom the text mentions as @number: phone numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Whether everybody in the group is mentioned; default false */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description The text around the link; absent: the link alone */
                    text?: string;
                    /** @description URL of the page; absent: the first link in the text */
                    url?: string;
                    /** @description Makes no difference: the page says its title itself */
                    title?: string;
                    /** @description Makes no difference: the page says its description itself */
                    description?: string;
                    /** @description Makes no difference: the page says its picture itself */
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
                    /** @description For how many milliseconds the account is shown writing before it is sent, 0-60000 */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        /** @description Id of the message that is answered, `Info.ID` of its event */
                        messageId: string;
                        /** @description Who wrote it: a JID; counts if the message is not stored */
                        participant?: string;
                        /** @description What it says; shown if the message is not stored */
                        text?: string;
                    };
                    /** @description Those whom the text mentions as @number: phone numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Whether everybody in the group is mentioned; default false */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description A file of at most 16 MiB: an http(s) URL, base64, or a data: URL in base64 */
                    url: string;
                    /** @description How it is sent: image, video, audio, document or ptv (a video that is shown round) */
                    type: string;
                    /** @description Text shown below the file, of at most 1024 characters */
                    caption?: string;
                    /** @description Name of the file as its recipient sees it; of a document */
                    filename?: string;
                    /** @description Headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`; never sent on with a redirect to another host */
                    mediaHeaders?: {
                        [key: string]: unknown;
                    };
                    /** @description Whether phones show the file once only; not of a document */
                    viewOnce?: boolean;
                };
                "multipart/form-data": {
                    /** @description A phone number with its country code, or a JID */
                    number: string;
                    /** @description For how many milliseconds the account is shown writing before it is sent, 0-60000 */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        /** @description Id of the message that is answered, `Info.ID` of its event */
                        messageId: string;
                        /** @description Who wrote it: a JID; counts if the message is not stored */
                        participant?: string;
                        /** @description What it says; shown if the message is not stored */
                        text?: string;
                    };
                    /** @description Those whom the text mentions as @number: phone numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Whether everybody in the group is mentioned; default false */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description How it is sent: image, video, audio, document or ptv (a video that is shown round) */
                    type: string;
                    /** @description Text shown below the file, of at most 1024 characters */
                    caption?: string;
                    /** @description Name of the file as its recipient sees it; of a document */
                    filename?: string;
                    /** @description Headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`; never sent on with a redirect to another host */
                    mediaHeaders?: {
                        [key: string]: unknown;
                    };
                    /** @description Whether phones show the file once only; not of a document */
                    viewOnce?: boolean;
                    /** @description The file itself, a part of the form in place of `url` */
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
                    /** @description For how many milliseconds the account is shown writing before it is sent, 0-60000 */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        /** @description Id of the message that is answered, `Info.ID` of its event */
                        messageId: string;
                        /** @description Who wrote it: a JID; counts if the message is not stored */
                        participant?: string;
                        /** @description What it says; shown if the message is not stored */
                        text?: string;
                    };
                    /** @description Those whom the text mentions as @number: phone numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Whether everybody in the group is mentioned; default false */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description The question of the poll, of 1-255 characters */
                    question: string;
                    /** @description What people can choose: 2-12 different texts of 1-100 characters */
                    options: string[];
                    /** @description How many options one person may choose, 1 when absent; 0: as many as they like */
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
                    /** @description For how many milliseconds the account is shown writing before it is sent, 0-60000 */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        /** @description Id of the message that is answered, `Info.ID` of its event */
                        messageId: string;
                        /** @description Who wrote it: a JID; counts if the message is not stored */
                        participant?: string;
                        /** @description What it says; shown if the message is not stored */
                        text?: string;
                    };
                    /** @description Those whom the text mentions as @number: phone numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Whether everybody in the group is mentioned; default false */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description A picture of at most 5 MiB: an http(s) URL, base64, or a data: URL in base64 */
                    sticker: string;
                    /** @description Headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`; never sent on with a redirect to another host */
                    mediaHeaders?: {
                        [key: string]: unknown;
                    };
                };
                "multipart/form-data": {
                    /** @description A phone number with its country code, or a JID */
                    number: string;
                    /** @description For how many milliseconds the account is shown writing before it is sent, 0-60000 */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        /** @description Id of the message that is answered, `Info.ID` of its event */
                        messageId: string;
                        /** @description Who wrote it: a JID; counts if the message is not stored */
                        participant?: string;
                        /** @description What it says; shown if the message is not stored */
                        text?: string;
                    };
                    /** @description Those whom the text mentions as @number: phone numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Whether everybody in the group is mentioned; default false */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description Headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`; never sent on with a redirect to another host */
                    mediaHeaders?: {
                        [key: string]: unknown;
                    };
                    /** @description The file itself, a part of the form in place of `sticker` */
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
                    /** @description For how many milliseconds the account is shown writing before it is sent, 0-60000 */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        /** @description Id of the message that is answered, `Info.ID` of its event */
                        messageId: string;
                        /** @description Who wrote it: a JID; counts if the message is not stored */
                        participant?: string;
                        /** @description What it says; shown if the message is not stored */
                        text?: string;
                    };
                    /** @description Those whom the text mentions as @number: phone numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Whether everybody in the group is mentioned; default false */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description Degrees north of the equator, -90 to 90; negative in the south */
                    latitude: number;
                    /** @description Degrees east of Greenwich, -180 to 180; negative in the west */
                    longitude: number;
                    /** @description What the place is called */
                    name?: string;
                    /** @description Address of the place, shown below its name */
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
                    /** @description For how many milliseconds the account is shown writing before it is sent, 0-60000 */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        /** @description Id of the message that is answered, `Info.ID` of its event */
                        messageId: string;
                        /** @description Who wrote it: a JID; counts if the message is not stored */
                        participant?: string;
                        /** @description What it says; shown if the message is not stored */
                        text?: string;
                    };
                    /** @description Those whom the text mentions as @number: phone numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Whether everybody in the group is mentioned; default false */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description The card of the contact: a person and their number */
                    vcard: {
                        /** @description Name of the person as the card shows it */
                        fullName: string;
                        /** @description Phone number of the person with its country code */
                        phone: string;
                        /** @description The company that the person belongs to */
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
                    /** @description The text, of 1-700 characters */
                    text: string;
                    /** @description Color behind the text in the form #RRGGBB; default #075E54 */
                    backgroundColor?: string;
                    /** @description Font of the text: its place, 0-5, among those that phones offer; default 0 */
                    font?: string;
                    /** @description Who can see the status: phone numbers or JIDs. Required: the contacts of the account are not known here */
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
                    /** @description A file of at most 16 MiB: an http(s) URL, base64, or a data: URL in base64 */
                    url: string;
                    /** @description What the file is: image, video or audio */
                    type: string;
                    /** @description Text shown below the file, of at most 1024 characters */
                    caption?: string;
                    /** @description Headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`; never sent on with a redirect to another host */
                    mediaHeaders?: {
                        [key: string]: unknown;
                    };
                    /** @description Who can see the status: phone numbers or JIDs. Required: the contacts of the account are not known here */
                    statusJidList?: unknown[];
                };
                "multipart/form-data": {
                    /** @description What the file is: image, video or audio */
                    type: string;
                    /** @description Text shown below the file, of at most 1024 characters */
                    caption?: string;
                    /** @description Headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`; never sent on with a redirect to another host */
                    mediaHeaders?: {
                        [key: string]: unknown;
                    };
                    /** @description Who can see the status: phone numbers or JIDs. Required: the contacts of the account are not known here */
                    statusJidList?: unknown[];
                    /** @description The file itself, a part of the form in place of `url` */
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
                    /** @description Id of the message that is the poll */
                    pollMessageId: string;
                    /** @description Texts of the options that are chosen; none takes the vote back */
                    selectedOptions: string[];
                    /** @description The chat that the poll must be in; absent: whichever it is in */
                    number?: string;
                    /** @description Makes no difference: who made the poll is stored */
                    participant?: string;
                    /** @description Whether the account itself made the poll; absent: it does not matter */
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
                    /** @description For how many milliseconds the account is shown writing before it is sent, 0-60000 */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        /** @description Id of the message that is answered, `Info.ID` of its event */
                        messageId: string;
                        /** @description Who wrote it: a JID; counts if the message is not stored */
                        participant?: string;
                        /** @description What it says; shown if the message is not stored */
                        text?: string;
                    };
                    /** @description Those whom the text mentions as @number: phone numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Whether everybody in the group is mentioned; default false */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description Headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`; never sent on with a redirect to another host */
                    mediaHeaders?: {
                        [key: string]: unknown;
                    };
                    /** @description `try`: the choices are sent as such; absent: as INTERACTIVE_ON_PHONES says */
                    interactive?: string;
                    /** @description `poll` or `text`: what is sent where the choices are not shown; absent: nothing, or a text if they are tried and refused */
                    fallback?: string;
                    /** @description The heading above the text */
                    title?: string;
                    /** @description Picture above the heading where buttons are tried: an http(s) URL, base64, or a data: URL in base64 */
                    thumbnailUrl?: string;
                    /** @description The buttons, each `{type: "reply", displayText, id}`; where they are tried 1-3 of type `reply`, `url`, `call` or `copy`, or one of type `pix` */
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
                    /** @description For how many milliseconds the account is shown writing before it is sent, 0-60000 */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        /** @description Id of the message that is answered, `Info.ID` of its event */
                        messageId: string;
                        /** @description Who wrote it: a JID; counts if the message is not stored */
                        participant?: string;
                        /** @description What it says; shown if the message is not stored */
                        text?: string;
                    };
                    /** @description Those whom the text mentions as @number: phone numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Whether everybody in the group is mentioned; default false */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description Headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`; never sent on with a redirect to another host */
                    mediaHeaders?: {
                        [key: string]: unknown;
                    };
                    /** @description `try`: the choices are sent as such; absent: as INTERACTIVE_ON_PHONES says */
                    interactive?: string;
                    /** @description `poll` or `text`: what is sent where the choices are not shown; absent: nothing, or a text if they are tried and refused */
                    fallback?: string;
                    /** @description The heading above the text */
                    title?: string;
                    /** @description What the button that opens the list says; unused where a poll is sent */
                    buttonText?: string;
                    /** @description The choices in sections, each `{title, rows: [{title, description, rowId}]}` */
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
    evolutionGoSendCarousel: {
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
                    /** @description For how many milliseconds the account is shown writing before it is sent, 0-60000 */
                    delay?: number;
                    /** @description The message that this one answers */
                    quoted?: {
                        /** @description Id of the message that is answered, `Info.ID` of its event */
                        messageId: string;
                        /** @description Who wrote it: a JID; counts if the message is not stored */
                        participant?: string;
                        /** @description What it says; shown if the message is not stored */
                        text?: string;
                    };
                    /** @description Those whom the text mentions as @number: phone numbers, JIDs by number, or one text with commas */
                    mentionedJid?: string[];
                    /** @description Whether everybody in the group is mentioned; default false */
                    mentionAll?: boolean;
                    /** @description Not supported: the answer has the id of the message */
                    id?: string;
                    /** @description Makes no difference: numbers are always looked up */
                    formatJid?: boolean;
                    /** @description Headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`; never sent on with a redirect to another host */
                    mediaHeaders?: {
                        [key: string]: unknown;
                    };
                    /** @description `try`: the choices are sent as such; absent: as INTERACTIVE_ON_PHONES says */
                    interactive?: string;
                    /** @description `poll` or `text`: what is sent where the choices are not shown; absent: nothing, or a text if they are tried and refused */
                    fallback?: string;
                    /** @description The text above the cards */
                    body: string;
                    /** @description Small print below the text */
                    footer?: string;
                    /** @description The cards, 1-10 of `{header: {title, subtitle, imageUrl, videoUrl}, body: {text}, footer, buttons}` */
                    cards?: unknown[];
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
                    /** @description The chat: a phone number with its country code, or a JID */
                    number: string;
                    /** @description Id of the message, `Info.ID` of its event */
                    id: string;
                    /** @description One emoji; `remove` takes the reaction back */
                    reaction: string;
                    /** @description Whether the account itself wrote the message; absent: as it is stored */
                    fromMe?: boolean;
                    /** @description Who wrote the message in a group: a JID; counts if it is not stored */
                    participant?: string;
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
                    /** @description The chat: a phone number with its country code, or a JID */
                    number: string;
                    /** @description What the account is shown doing: `composing` or `paused` */
                    state: string;
                    /** @description Whether it records a voice note instead of writing; default false */
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
                    /** @description The chat of the messages: a phone number or a JID; `chat` says it too */
                    number: string;
                    /** @description Ids of the messages, `Info.ID` of their events; one may be given as a text alone */
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
                    /** @description The chat of the messages: a phone number or a JID; `chat` says it too */
                    number: string;
                    /** @description Ids of the messages, `Info.ID` of their events; one may be given as a text alone */
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
                    /** @description Id of the message, `Info.ID` of its event */
                    id: string;
                    /** @description Not supported: files are found by the `id` of their message */
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
                    /** @description Id of the message, `Info.ID` of its event */
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
                    /** @description The chat: a phone number with its country code, or a JID */
                    chat: string;
                    /** @description Id of the message, `Info.ID` of its event */
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
                    /** @description The chat: a phone number with its country code, or a JID */
                    chat: string;
                    /** @description Id of the message, `Info.ID` of its event */
                    messageId: string;
                    /** @description The new text, or the new caption of a file */
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
                    /** @description The chat: a phone number with its country code, or a JID */
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
                    /** @description The chat: a phone number with its country code, or a JID */
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
                    /** @description The chat: a phone number with its country code, or a JID */
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
                    /** @description The chat: a phone number with its country code, or a JID */
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
                    /** @description The chat: a phone number with its country code, or a JID */
                    chat: string;
                    /** @description For how long the chat is muted: `8h`, `1w` or, the default, `always` */
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
                    /** @description The chat: a phone number with its country code, or a JID */
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
                    /** @description The chat, and where in it to begin */
                    messageInfo: {
                        /** @description The chat: a phone number with its country code, or a JID */
                        Chat: string;
                        /** @description Id of the message before which to begin; absent: the oldest one of the chat that is stored */
                        ID?: string;
                    };
                    /** @description How many messages to ask for, 1-50; default 50 */
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
                /** @description Id of the message that is the poll */
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
                    /** @description Id of the call, `CallID` of its CallOffer event */
                    callId: string;
                    /** @description Who calls: a phone number or a JID; absent: whoever it is */
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
                    /** @description The phone numbers to look up, each with its country code */
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
                                /** @description Why it cannot be a phone number; else null */
                                Reason: string | null;
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
                    /** @description People: phone numbers with their country code, or JIDs */
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
                    /** @description A person: a phone number with its country code, or a JID */
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
                    /** @description A person: a phone number with its country code, or a JID */
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
                    /** @description A person: a phone number with its country code, or a JID */
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
                    /** @description The address that hides the number, ending in `@lid` */
                    lid: string;
                    /** @description Makes no difference: no group is needed to find the number */
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
                    /** @description Whether senders get read receipts: all, none */
                    readReceipts?: string;
                    /** @description Who sees the picture of the account: all, contacts, contact_blacklist, none */
                    profile?: string;
                    /** @description Who sees what the account says about itself: all, contacts, contact_blacklist, none */
                    status?: string;
                    /** @description Who sees when the account was last online: all, contacts, contact_blacklist, none */
                    lastSeen?: string;
                    /** @description Who sees that the account is online: all, match_last_seen */
                    online?: string;
                    /** @description Who may add the account to groups: all, contacts, contact_blacklist */
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
                    /** @description A picture of at most 5 MiB: an http(s) URL, base64, or a data: URL in base64 */
                    image: string;
                    /** @description Headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`; never sent on with a redirect to another host */
                    mediaHeaders?: {
                        [key: string]: unknown;
                    };
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
                    /** @description The new name of the account, of 1-25 characters */
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
                    /** @description What the account says about itself, of at most 139 characters; empty: nothing */
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
                    /** @description JID of the channel, such as `120363000000000002@newsletter` */
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
                    /** @description The link of a channel, or the code at its end */
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
                    /** @description JID of the channel, such as `120363000000000002@newsletter` */
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
                    /** @description JID of the channel, such as `120363000000000002@newsletter` */
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
                    /** @description JID of the channel, such as `120363000000000002@newsletter` */
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
                    /** @description JID of the group, such as `120363000000000001@g.us` */
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
                    /** @description JID of the group, such as `120363000000000001@g.us` */
                    groupJid: string;
                    /** @description Whether the link is replaced by a new one */
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
                    /** @description The code of the invitation, or the whole link that ends in it */
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
                    /** @description JID of the group, such as `120363000000000001@g.us` */
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
                    /** @description JID of the group, such as `120363000000000001@g.us` */
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
                    /** @description JID of the group, such as `120363000000000001@g.us` */
                    groupJid: string;
                    /** @description The new name of the group, of 1-100 characters */
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
                    /** @description JID of the group, such as `120363000000000001@g.us` */
                    groupJid: string;
                    /** @description What the group is about; empty: nothing */
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
                    /** @description JID of the group, such as `120363000000000001@g.us` */
                    groupJid: string;
                    /** @description A picture of at most 5 MiB: an http(s) URL, base64, or a data: URL in base64 */
                    image: string;
                    /** @description Headers with which the file is fetched if it is given by URL, such as `{"authorization": "Bearer …"}`; never sent on with a redirect to another host */
                    mediaHeaders?: {
                        [key: string]: unknown;
                    };
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
                    /** @description JID of the group, such as `120363000000000001@g.us` */
                    groupJid: string;
                    /** @description People: phone numbers with their country code, or JIDs */
                    participants: string[];
                    /** @description What is done with them: add, remove, promote or demote */
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
                    /** @description JID of the group, such as `120363000000000001@g.us` */
                    groupJid: string;
                    /** @description People: phone numbers with their country code, or JIDs */
                    participants: string[];
                    /** @description Whether they are let in: approve or reject */
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
                    /** @description JID of the group, such as `120363000000000001@g.us` */
                    groupJid: string;
                    /** @description announcement: only admins write; locked: only admins change it; or not_announcement, unlocked */
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
                    /** @description Name of the group, of 1-100 characters */
                    groupName: string;
                    /** @description People: phone numbers with their country code, or JIDs */
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
                    /** @description The chat: a phone number with its country code, or a JID */
                    jid: string;
                    /** @description Id of the label, `label_id` in the answer of /label/list */
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
                    /** @description The chat: a phone number with its country code, or a JID */
                    jid: string;
                    /** @description Id of the label, `label_id` in the answer of /label/list */
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
                    /** @description The chat: a phone number with its country code, or a JID */
                    jid: string;
                    /** @description Id of the label, `label_id` in the answer of /label/list */
                    labelId: string;
                    /** @description Id of the message, `Info.ID` of its event */
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
                    /** @description The chat: a phone number with its country code, or a JID */
                    jid: string;
                    /** @description Id of the label, `label_id` in the answer of /label/list */
                    labelId: string;
                    /** @description Id of the message, `Info.ID` of its event */
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
                    /** @description Id of the label, 1-10 digits; absent: a new label, which gets a free id */
                    labelId?: string;
                    /** @description Name of the label as people see it; absent: it stays, but a new label needs one */
                    name?: string;
                    /** @description The place of the colour in WhatsApp’s list, 0-19 */
                    color?: number;
                    /** @description Whether the label is deleted; default false */
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
                /** @description Id of the instance, a UUID */
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
    graphGetDebugToken: {
        parameters: {
            query: {
                /** @description The token to look at, which is never logged */
                input_token: string;
            };
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["GraphTokenInfo"];
                    };
                };
            };
        };
    };
    graphPostMedia: {
        parameters: {
            query?: {
                /** @description The product that it is for, always `whatsapp` */
                messaging_product?: string;
            };
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `phoneNumberId` of an instance, or what the operation is about */
                id: string;
            };
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description The product that it is for, always `whatsapp` */
                    messaging_product: string;
                    /** @description The media type of the file, such as `image/png`; absent: what its part says */
                    type?: string;
                    /** @description The file itself, a part with a file name */
                    file: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
        };
    };
    graphGetBytes: {
        parameters: {
            query?: {
                /** @description The `phoneNumberId` that the file must belong to */
                phone_number_id?: components["parameters"]["PhoneNumberIdQuery"];
            };
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `phoneNumberId` of an instance, or what the operation is about */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    graphGet: {
        parameters: {
            query?: {
                /** @description Names of the fields to answer, with commas between them */
                fields?: components["parameters"]["FieldsQuery"];
                /** @description The `phoneNumberId` that the file must belong to */
                phone_number_id?: components["parameters"]["PhoneNumberIdQuery"];
            };
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `phoneNumberId` of an instance, or what the operation is about */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["GraphNumber"] | components["schemas"]["GraphMedia"] | components["schemas"]["GraphTemplate"];
                };
            };
        };
    };
    graphPost: {
        parameters: {
            query?: {
                /** @description The `phoneNumberId` of the instance that has the template */
                phone_number_id?: string;
            };
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `phoneNumberId` of an instance, or what the operation is about */
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description AUTHENTICATION, MARKETING or UTILITY */
                    category?: string;
                    /** @description All the parts that the template is to have */
                    components?: components["schemas"]["TemplateComponent"][];
                    /** @description For how many seconds messages of it are tried to deliver */
                    message_send_ttl_seconds?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["GraphSuccess"];
                };
            };
        };
    };
    graphDelete: {
        parameters: {
            query?: {
                /** @description The `phoneNumberId` that the file must belong to */
                phone_number_id?: components["parameters"]["PhoneNumberIdQuery"];
            };
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `phoneNumberId` of an instance, or what the operation is about */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["GraphSuccess"];
                };
            };
        };
    };
    graphPostMessages: {
        parameters: {
            header?: {
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `phoneNumberId` of an instance, or what the operation is about */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The product that it is for, always `whatsapp`
                     * @constant
                     */
                    messaging_product: "whatsapp";
                    /** @description Whether `to` is a person, `individual`, or a `group`; default individual */
                    recipient_type?: string;
                    /** @description The phone number of the recipient with its country code, or the id of a group */
                    to?: string;
                    /** @description In place of `to`: the id that a person has for the business */
                    recipient?: string;
                    /** @description The kind of message, and the name of the field that holds it; default `text` */
                    type?: string;
                    /** @description The content of a message of the type `text` */
                    text?: {
                        /** @description The text, such as `Your order is ready` */
                        body: string;
                        /** @description Whether the first link is shown with a preview */
                        preview_url?: boolean;
                    };
                    /** @description The file of a message of the type `image` */
                    image?: {
                        /** @description The http or https URL of the file, which is fetched before the message is sent */
                        link?: string;
                        /** @description The id of a file that was uploaded for this number */
                        id?: string;
                        /** @description Text shown below the file, of at most 1024 characters */
                        caption?: string;
                    };
                    /** @description The file of a message of the type `video` */
                    video?: {
                        /** @description The http or https URL of the file, which is fetched before the message is sent */
                        link?: string;
                        /** @description The id of a file that was uploaded for this number */
                        id?: string;
                        /** @description Text shown below the file, of at most 1024 characters */
                        caption?: string;
                    };
                    /** @description The file of a message of the type `audio` */
                    audio?: {
                        /** @description The http or https URL of the file, which is fetched before the message is sent */
                        link?: string;
                        /** @description The id of a file that was uploaded for this number */
                        id?: string;
                        /** @description Whether it goes as a voice note */
                        voice?: boolean;
                    };
                    /** @description The file of a message of the type `document` */
                    document?: {
                        /** @description The http or https URL of the file, which is fetched before the message is sent */
                        link?: string;
                        /** @description The id of a file that was uploaded for this number */
                        id?: string;
                        /** @description Text shown below the file, of at most 1024 characters */
                        caption?: string;
                        /** @description Name of the file as its recipient sees it */
                        filename?: string;
                    };
                    /** @description The file of a message of the type `sticker` */
                    sticker?: {
                        /** @description The http or https URL of the file, which is fetched before the message is sent */
                        link?: string;
                        /** @description The id of a file that was uploaded for this number */
                        id?: string;
                    };
                    /** @description The place of a message of the type `location` */
                    location?: {
                        /** @description Degrees north of the equator, -90 to 90 */
                        latitude: number;
                        /** @description Degrees east of Greenwich, -180 to 180 */
                        longitude: number;
                        /** @description What the place is called */
                        name?: string;
                        /** @description Address of the place, shown below its name */
                        address?: string;
                    };
                    /** @description The cards of a message of the type `contacts`, in the form that Meta documents */
                    contacts?: unknown[];
                    /** @description The reaction of a message of the type `reaction` */
                    reaction?: {
                        /** @description The id of the message that is reacted to */
                        message_id: string;
                        /** @description The reaction, one emoji; an empty text takes it back */
                        emoji?: string;
                    };
                    /** @description Choices or a form: `button`, `list`, `cta_url` or `flow`, as Meta documents */
                    interactive?: {
                        /** @description Which it is: `button`, `list`, `cta_url` or `flow` */
                        type: string;
                    };
                    /** @description The template of a message of the type `template` */
                    template?: {
                        /** @description Name of the template, such as `order_ready` */
                        name: string;
                        /** @description The language of the template */
                        language?: {
                            /** @description Code of the language, such as en or pt_BR */
                            code: string;
                        };
                        /** @description What fills the variables of the template */
                        components?: unknown[];
                    };
                    /** @description Not of Meta: headers with which the file at a `link` is fetched, such as `{"authorization": "Bearer …"}`; never sent on with a redirect to another host */
                    mediaHeaders?: {
                        [key: string]: unknown;
                    };
                    /** @description Names the message that this one answers */
                    context?: {
                        /** @description The id of the message that is answered */
                        message_id: string;
                    };
                    /** @description A text of your own of at most 512 characters, which every status of the message repeats */
                    biz_opaque_callback_data?: string;
                    /** @description Always `read`, and no other message then: confirms the message in `message_id` */
                    status?: string;
                    /** @description The id of the received message that is confirmed as read */
                    message_id?: string;
                    /** @description Also shows that the account writes, until it sends or for 25 seconds */
                    typing_indicator?: {
                        /** @description What is shown, always `text` */
                        type: string;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["GraphMessageSent"] | components["schemas"]["GraphSuccess"];
                };
            };
        };
    };
    graphGetMessageTemplates: {
        parameters: {
            query?: {
                /** @description Names of the fields to answer, with commas between them */
                fields?: components["parameters"]["FieldsQuery"];
                /** @description Only templates of this name */
                name?: string;
                /** @description Only templates of this status, such as `APPROVED` */
                status?: string;
                /** @description Only templates of this category, such as `UTILITY` */
                category?: string;
                /** @description Only templates in this language, such as `en_US` */
                language?: string;
                /** @description Only templates that have this text in their name, header, body or footer */
                name_or_content?: string;
                /** @description How many entries a page has: 1-1000, which is the default */
                limit?: string;
                /** @description `paging.cursors.after` of a page: the page behind it is answered */
                after?: components["parameters"]["AfterQuery"];
                /** @description `paging.cursors.before` of a page: the page in front of it is answered */
                before?: components["parameters"]["BeforeQuery"];
            };
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `wabaId` of an instance */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["GraphTemplate"][];
                        /** @description Absent if there are no entries */
                        paging?: {
                            cursors: {
                                /** @description Names the first entry, for the page in front of it */
                                before: string;
                                /** @description Names the last entry, for the page behind it */
                                after: string;
                            };
                            /** @description The next page, without an access token; absent on the last page */
                            next?: string;
                        };
                    };
                };
            };
        };
    };
    graphPostMessageTemplates: {
        parameters: {
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `wabaId` of an instance */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the template: lower-case letters, digits and _ */
                    name: string;
                    /** @description Language of the template, such as `en_US` */
                    language: string;
                    /** @description AUTHENTICATION, MARKETING or UTILITY */
                    category: string;
                    /** @description The parts of the template */
                    components: components["schemas"]["TemplateComponent"][];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["GraphTemplateMade"];
                };
            };
        };
    };
    graphDeleteMessageTemplates: {
        parameters: {
            query: {
                /** @description Name of the template, deleted in all its languages */
                name: string;
                /** @description Id of the template in the only language to delete */
                hsm_id?: string;
            };
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `wabaId` of an instance */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["GraphSuccess"];
                };
            };
        };
    };
    graphGetPhoneNumbers: {
        parameters: {
            query?: {
                /** @description Names of the fields to answer, with commas between them */
                fields?: components["parameters"]["FieldsQuery"];
                /** @description How many entries a page has: 1-1000, which is the default */
                limit?: string;
                /** @description `paging.cursors.after` of a page: the page behind it is answered */
                after?: components["parameters"]["AfterQuery"];
                /** @description `paging.cursors.before` of a page: the page in front of it is answered */
                before?: components["parameters"]["BeforeQuery"];
            };
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `wabaId` of an instance */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["GraphNumber"][];
                        /** @description Absent if there are no entries */
                        paging?: {
                            cursors: {
                                /** @description Names the first entry, for the page in front of it */
                                before: string;
                                /** @description Names the last entry, for the page behind it */
                                after: string;
                            };
                            /** @description The next page, without an access token; absent on the last page */
                            next?: string;
                        };
                    };
                };
            };
        };
    };
    graphPostRegister: {
        parameters: {
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `phoneNumberId` of an instance, or what the operation is about */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What the request is for: always `whatsapp`
                     * @constant
                     */
                    messaging_product: "whatsapp";
                    /** @description Six digits, which are not kept */
                    pin: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["GraphSuccess"];
                };
            };
        };
    };
    graphPostDeregister: {
        parameters: {
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `phoneNumberId` of an instance, or what the operation is about */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["GraphSuccess"];
                };
            };
        };
    };
    graphGetSubscribedApps: {
        parameters: {
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `wabaId` of an instance */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        data: {
                            whatsapp_business_api_data: {
                                id: string;
                                name: string;
                                link: string;
                            };
                            /** @description The URL of the endpoint; its query values are masked for a key without `settings` */
                            override_callback_uri: string;
                        }[];
                    };
                };
            };
        };
    };
    graphPostSubscribedApps: {
        parameters: {
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `wabaId` of an instance */
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description http or https URL of the receiver */
                    override_callback_uri?: string;
                    /** @description What the receiver knows as its verify token */
                    verify_token?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["GraphSuccess"];
                };
            };
        };
    };
    graphDeleteSubscribedApps: {
        parameters: {
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `wabaId` of an instance */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["GraphSuccess"];
                };
            };
        };
    };
    graphGetWhatsappBusinessProfile: {
        parameters: {
            query?: {
                /** @description Names of the fields to answer, with commas between them */
                fields?: components["parameters"]["FieldsQuery"];
            };
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `phoneNumberId` of an instance, or what the operation is about */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        data: components["schemas"]["GraphProfile"][];
                    };
                };
            };
        };
    };
    graphPostWhatsappBusinessProfile: {
        parameters: {
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `phoneNumberId` of an instance, or what the operation is about */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What the request is for: always `whatsapp`
                     * @constant
                     */
                    messaging_product: "whatsapp";
                    /** @description What the account is to say about itself */
                    about?: string;
                    /** @description Address of the new picture, of at most 5 MiB */
                    profile_picture_url?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["GraphSuccess"];
                };
            };
        };
    };
    graphGetBlockUsers: {
        parameters: {
            query?: {
                /** @description How many entries a page has: 1-1000, which is the default */
                limit?: string;
                /** @description `paging.cursors.after` of a page: the page behind it is answered */
                after?: components["parameters"]["AfterQuery"];
                /** @description `paging.cursors.before` of a page: the page in front of it is answered */
                before?: components["parameters"]["BeforeQuery"];
            };
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `phoneNumberId` of an instance, or what the operation is about */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        data: {
                            /** @constant */
                            messaging_product: "whatsapp";
                            /** @description The number in digits, or the address that hides it */
                            wa_id: string;
                        }[];
                        /** @description Absent if there are no entries */
                        paging?: {
                            cursors: {
                                /** @description Names the first entry, for the page in front of it */
                                before: string;
                                /** @description Names the last entry, for the page behind it */
                                after: string;
                            };
                            /** @description The next page, without an access token; absent on the last page */
                            next?: string;
                        };
                    };
                };
            };
        };
    };
    graphPostBlockUsers: {
        parameters: {
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `phoneNumberId` of an instance, or what the operation is about */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What the request is for: always `whatsapp`
                     * @constant
                     */
                    messaging_product: "whatsapp";
                    /** @description The people that it is about, at most 50 */
                    block_users: {
                        /** @description A phone number, or a JID */
                        user: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        messaging_product: "whatsapp";
                        block_users: {
                            added_users: {
                                /** @description The person as the request names them */
                                input: string;
                                /** @description The number of the person in digits */
                                wa_id: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    graphDeleteBlockUsers: {
        parameters: {
            path: {
                /** @description Any version of the Graph API, such as `v25.0` */
                version: components["parameters"]["VersionPath"];
                /** @description The `phoneNumberId` of an instance, or what the operation is about */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What the request is for: always `whatsapp`
                     * @constant
                     */
                    messaging_product: "whatsapp";
                    /** @description The people that it is about, at most 50 */
                    block_users: {
                        /** @description A phone number, or a JID */
                        user: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        messaging_product: "whatsapp";
                        block_users: {
                            removed_users: {
                                /** @description The person as the request names them */
                                input: string;
                                /** @description The number of the person in digits */
                                wa_id: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    "getPasskey-ceremonyByToken": {
        parameters: {
            path: {
                /** @description The token from the link to the ceremony, good for 5 minutes */
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
                /** @description The token from the link to the ceremony, good for 5 minutes */
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
                /** @description The token from the link to the ceremony, good for 5 minutes */
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
    postEchoByInstanceName: {
        parameters: {
            header?: {
                /** @description The id of the event */
                "webhook-id"?: string;
                /** @description When the attempt began, in seconds since 1970 */
                "webhook-timestamp"?: string;
                /** @description Made with the secret of a webhook that points here */
                "webhook-signature"?: string;
            };
            path: {
                /** @description Name of the instance whose webhook points here */
                instanceName: string;
            };
        };
        requestBody: {
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
                    "application/json": {
                        /** @constant */
                        received: true;
                        /** @description `webhook-id`: the id of the event, the same in every attempt */
                        id: string;
                        /** @description Which attempt it is, from 1 */
                        attempt: number;
                        /** @description Bytes of the whole body */
                        bytes: number;
                        /** @description The first 400 bytes of the body, as text */
                        body: string;
                    };
                };
            };
        };
    };
    "getProviderWhatsapp-cloudWebhook": {
        parameters: {
            query: {
                /** @description What Meta asks for: always `subscribe` */
                "hub.mode": components["parameters"]["HubModeQuery"];
                /** @description The verify token: META_VERIFY_TOKEN, or the instance's own `verifyToken` */
                "hub.verify_token": components["parameters"]["HubVerifyTokenQuery"];
                /** @description A text of 1-256 characters that comes back as the answer */
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
                    /**
                     * @description What the changes are about: a WhatsApp Business account
                     * @constant
                     */
                    object?: "whatsapp_business_account";
                    /** @description What changed, by account, in the form that Meta documents */
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
                /** @description What Meta asks for: always `subscribe` */
                "hub.mode": components["parameters"]["HubModeQuery"];
                /** @description The verify token: META_VERIFY_TOKEN, or the instance's own `verifyToken` */
                "hub.verify_token": components["parameters"]["HubVerifyTokenQuery"];
                /** @description A text of 1-256 characters that comes back as the answer */
                "hub.challenge": components["parameters"]["HubChallengeQuery"];
            };
            path: {
                /** @description Name of an instance with an app secret of its own, such as `shop` */
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
                /** @description Name of an instance with an app secret of its own, such as `shop` */
                instanceName: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What the changes are about: a WhatsApp Business account
                     * @constant
                     */
                    object?: "whatsapp_business_account";
                    /** @description What changed, by account, in the form that Meta documents */
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
    getApiV1Permissions: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
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
    postApiV1PermissionsCheck: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A permission, such as `pipelines.read` */
                    permission_key: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PermissionCheckAnswer"];
                };
            };
        };
    };
    getApiV1Resource_actions: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ResourceActionsAnswer"];
                };
            };
        };
    };
    getApiV1Accounts: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page of the list, from 1 */
                page?: components["parameters"]["PageQuery"];
                /** @description How many records a page has, 1 to 100 */
                pageSize?: components["parameters"]["PageSizeQuery"];
                /** @description Another name of `pageSize` */
                per_page?: components["parameters"]["PerPageQuery"];
                /** @description How many records there are at most, another name of `pageSize` */
                limit?: components["parameters"]["LimitQuery"];
                /** @description How many records come before the page, instead of `page` */
                skip?: components["parameters"]["SkipQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the account as people see it, such as `Acme` */
                    name: string;
                    /** @description Language of the account, such as `en` or `pt_BR`; a new account has `en` unless it is given */
                    locale?: string;
                    /** @description E-mail address where the account is helped; null: it has none */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Name of the account as people see it, such as `Acme` */
                    name?: string;
                    /** @description Language of the account, such as `en` or `pt_BR`; a new account has `en` unless it is given */
                    locale?: string;
                    /** @description E-mail address where the account is helped; null: it has none */
                    support_email?: string | null;
                    /**
                     * @description Whether people and tokens may use the account (`active`) or are refused (`suspended`)
                     * @enum {string}
                     */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page of the list, from 1 */
                page?: components["parameters"]["PageQuery"];
                /** @description How many records a page has, 1 to 100 */
                pageSize?: components["parameters"]["PageSizeQuery"];
                /** @description Another name of `pageSize` */
                per_page?: components["parameters"]["PerPageQuery"];
                /** @description How many records there are at most, another name of `pageSize` */
                limit?: components["parameters"]["LimitQuery"];
                /** @description How many records come before the page, instead of `page` */
                skip?: components["parameters"]["SkipQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Full name of the person, such as `Bia Souza` */
                    name: string;
                    /**
                     * Format: email
                     * @description E-mail address of the person, such as `bia@example.com`
                     */
                    email: string;
                    /** @description Key of the role that the person has in the account, such as `agent`, the default */
                    role?: string;
                    /** @description Name to show in place of `name`; empty: `name` is shown */
                    display_name?: string;
                    /** @description Whether this is a new person even if another account has one with the address, who is invited otherwise; default false */
                    new_person?: boolean;
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Full name of the person, such as `Bia Souza` */
                    name?: string;
                    /**
                     * Format: email
                     * @description E-mail address of the person, such as `bia@example.com`
                     */
                    email?: string;
                    /** @description Key of the role that the person has in the account, such as `agent`, the default */
                    role?: string;
                    /** @description Name to show in place of `name`; empty: `name` is shown */
                    display_name?: string;
                    /**
                     * @description Whether the person is shown to the others as there to answer
                     * @enum {string}
                     */
                    availability_status?: "online" | "offline" | "busy";
                    /** @description Whether the person is to be shown as offline when they leave; kept for the application */
                    auto_offline?: boolean;
                    /** @description http or https URL of a picture of the person; null: there is none */
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
    postApiV1InvitationsOpen: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The secret of the invitation, as its sender was shown it */
                    secret: string;
                };
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
    postApiV1InvitationsByIdAccept: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The secret of the invitation, as its sender was shown it */
                    secret: string;
                };
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The secret of the invitation, as its sender was shown it */
                    secret: string;
                };
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page of the list, from 1 */
                page?: components["parameters"]["PageQuery"];
                /** @description How many records a page has, 1 to 100 */
                pageSize?: components["parameters"]["PageSizeQuery"];
                /** @description Another name of `pageSize` */
                per_page?: components["parameters"]["PerPageQuery"];
                /** @description How many records there are at most, another name of `pageSize` */
                limit?: components["parameters"]["LimitQuery"];
                /** @description How many records come before the page, instead of `page` */
                skip?: components["parameters"]["SkipQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
    postApiV1AccountsByIdInvitationsByInvitation_idRenew: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
                /** @description Id of the invitation: a UUID, as lists and answers show it */
                invitation_id: components["parameters"]["InvitationIdPath"];
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
                    "application/json": components["schemas"]["InvitedAnswer"];
                };
            };
        };
    };
    deleteApiV1AccountsByIdInvitationsByInvitation_id: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
                /** @description Id of the invitation: a UUID, as lists and answers show it */
                invitation_id: components["parameters"]["InvitationIdPath"];
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page of the list, from 1 */
                page?: components["parameters"]["PageQuery"];
                /** @description How many records a page has, 1 to 100 */
                pageSize?: components["parameters"]["PageSizeQuery"];
                /** @description Another name of `pageSize` */
                per_page?: components["parameters"]["PerPageQuery"];
                /** @description How many records there are at most, another name of `pageSize` */
                limit?: components["parameters"]["LimitQuery"];
                /** @description How many records come before the page, instead of `page` */
                skip?: components["parameters"]["SkipQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the role, such as `Seller`; its key is made from it */
                    name: string;
                    /** @description What the role is for, in words */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Name of the role, such as `Seller`; its key is made from it */
                    name?: string;
                    /** @description What the role is for, in words */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page of the list, from 1 */
                page?: components["parameters"]["PageQuery"];
                /** @description How many records a page has, 1 to 100 */
                pageSize?: components["parameters"]["PageSizeQuery"];
                /** @description Another name of `pageSize` */
                per_page?: components["parameters"]["PerPageQuery"];
                /** @description How many records there are at most, another name of `pageSize` */
                limit?: components["parameters"]["LimitQuery"];
                /** @description How many records come before the page, instead of `page` */
                skip?: components["parameters"]["SkipQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the token is for, such as `ci` */
                    name: string;
                    /**
                     * Format: uuid
                     * @description Id of the user whom the token acts for; default: the caller
                     */
                    user_id?: string;
                    /** @description Id of the only account the token opens; default: the acting one; null: every account of its user */
                    account_id?: string | null;
                    scopes?: components["schemas"]["PermissionNames"];
                    /** @description From when the token is refused, a time in the future; null, the default: never */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description What the token is for, such as `ci` */
                    name?: string;
                    scopes?: components["schemas"]["PermissionNames"];
                    /** @description From when the token is refused, a time in the future; null, the default: never */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page of the list, from 1 */
                page?: components["parameters"]["PageQuery"];
                /** @description How many records a page has, 1 to 100 */
                pageSize?: components["parameters"]["PageSizeQuery"];
                /** @description Another name of `pageSize` */
                per_page?: components["parameters"]["PerPageQuery"];
                /** @description How many records there are at most, another name of `pageSize` */
                limit?: components["parameters"]["LimitQuery"];
                /** @description How many records come before the page, instead of `page` */
                skip?: components["parameters"]["SkipQuery"];
                /** @description Only changes of this kind of record, such as `roles` */
                resource?: "accounts" | "users" | "roles" | "access_tokens" | "pipelines" | "pipeline_stages" | "inboxes" | "inbox_members" | "mcp_servers" | "webhooks" | "audit_logs" | "invitations";
                /** @description Only changes of the record with this id */
                resource_id?: string;
                /** @description Only changes that the user with this id made */
                actor?: string;
                /** @description Only changes made at this time or later, such as `2026-01-05T12:00:00Z` */
                since?: string;
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page of the list, from 1 */
                page?: components["parameters"]["PageQuery"];
                /** @description How many records a page has, 1 to 100 */
                pageSize?: components["parameters"]["PageSizeQuery"];
                /** @description Another name of `pageSize` */
                per_page?: components["parameters"]["PerPageQuery"];
                /** @description How many records there are at most, another name of `pageSize` */
                limit?: components["parameters"]["LimitQuery"];
                /** @description How many records come before the page, instead of `page` */
                skip?: components["parameters"]["SkipQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Fields of the pipeline; a change leaves those that are absent as they are */
                    pipeline: {
                        /** @description Name of the pipeline, such as `Sales`; no other one of the account may have it */
                        name: string;
                        /** @description What the pipeline is for, in words */
                        description?: string;
                        /**
                         * @description What the pipeline is used for; it changes nothing in what the pipeline can do
                         * @enum {string}
                         */
                        pipeline_type?: "sales" | "support" | "onboarding" | "marketing" | "custom";
                        /**
                         * @description Whom an application should show the pipeline; the service keeps it and does not enforce it
                         * @enum {string}
                         */
                        visibility?: "private" | "team" | "public";
                        /** @description Whether an application should use the pipeline; the service only keeps it; default true */
                        is_active?: boolean;
                        /** @description Whether it is the one that an application should begin with; at most one of an account is: true takes it from the other; default false */
                        is_default?: boolean;
                        /** @description Fields of the pipeline of your own; accepted and not kept, as the message says */
                        custom_fields?: unknown;
                        /** @description Teams that see the pipeline; accepted and not kept, as the message says */
                        team_ids?: unknown;
                    };
                    /** @description The stages to create with it, at most 100, in the order they are to have */
                    stages?: {
                        /** @description Name of the stage as people see it, such as `Won` */
                        name: string;
                        /** @description Color of the stage in the form #RRGGBB, kept as it is given; default #3B82F6 */
                        color?: string;
                        /** @description What the stage means for what is in it: 0 active, 1 completed, 2 cancelled; the number, also as a text, or the word; default 0 */
                        stage_type?: (0 | 1 | 2) | ("active" | "completed" | "cancelled");
                        /** @description Rules of an application for this stage, which the service keeps and does not run; at most 65536 bytes as JSON and 16 levels deep */
                        automation_rules?: Record<string, unknown>;
                        /** @description Fields of your own that belong to the stage */
                        custom_fields?: {
                            /** @description Names of the fields that an application asks for in this stage; at most 100 of at most 255 characters each */
                            attributes: string[];
                            /** @description What the attributes are; accepted and not kept, as the message says */
                            attribute_definitions?: unknown;
                        };
                        /** @description A text about the stage; accepted and not kept, as the message says */
                        description?: unknown;
                    }[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["PipelineAnswer"];
                };
            };
        };
    };
    getApiV1PipelinesByPipeline_id: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                /** @description Id of the pipeline: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the pipeline: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the pipeline: a UUID, as lists and answers show it */
                pipeline_id: components["parameters"]["PipelineIdPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Fields of the pipeline; a change leaves those that are absent as they are */
                    pipeline: {
                        /** @description Name of the pipeline, such as `Sales`; no other one of the account may have it */
                        name?: string;
                        /** @description What the pipeline is for, in words */
                        description?: string;
                        /**
                         * @description What the pipeline is used for; it changes nothing in what the pipeline can do
                         * @enum {string}
                         */
                        pipeline_type?: "sales" | "support" | "onboarding" | "marketing" | "custom";
                        /**
                         * @description Whom an application should show the pipeline; the service keeps it and does not enforce it
                         * @enum {string}
                         */
                        visibility?: "private" | "team" | "public";
                        /** @description Whether an application should use the pipeline; the service only keeps it; default true */
                        is_active?: boolean;
                        /** @description Whether it is the one that an application should begin with; at most one of an account is: true takes it from the other; default false */
                        is_default?: boolean;
                        /** @description Fields of the pipeline of your own; accepted and not kept, as the message says */
                        custom_fields?: unknown;
                        /** @description Teams that see the pipeline; accepted and not kept, as the message says */
                        team_ids?: unknown;
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                /** @description Id of the pipeline: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Id of the pipeline: a UUID, as lists and answers show it */
                pipeline_id: components["parameters"]["PipelineIdPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Fields of the pipeline stage; a change leaves those that are absent as they are */
                    pipeline_stage: {
                        /** @description Name of the stage as people see it, such as `Won` */
                        name: string;
                        /** @description Color of the stage in the form #RRGGBB, kept as it is given; default #3B82F6 */
                        color?: string;
                        /** @description What the stage means for what is in it: 0 active, 1 completed, 2 cancelled; the number, also as a text, or the word; default 0 */
                        stage_type?: (0 | 1 | 2) | ("active" | "completed" | "cancelled");
                        /** @description Rules of an application for this stage, which the service keeps and does not run; at most 65536 bytes as JSON and 16 levels deep */
                        automation_rules?: Record<string, unknown>;
                        /** @description Fields of your own that belong to the stage */
                        custom_fields?: {
                            /** @description Names of the fields that an application asks for in this stage; at most 100 of at most 255 characters each */
                            attributes: string[];
                            /** @description What the attributes are; accepted and not kept, as the message says */
                            attribute_definitions?: unknown;
                        };
                        /** @description A text about the stage; accepted and not kept, as the message says */
                        description?: unknown;
                        /** @description Where the stage goes in its pipeline: 0 and 1 are the first place, and what is behind the last one is the last */
                        position?: number;
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                /** @description Id of the pipeline: a UUID, as lists and answers show it */
                pipeline_id: components["parameters"]["PipelineIdPath"];
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the pipeline: a UUID, as lists and answers show it */
                pipeline_id: components["parameters"]["PipelineIdPath"];
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the pipeline: a UUID, as lists and answers show it */
                pipeline_id: components["parameters"]["PipelineIdPath"];
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Fields of the pipeline stage; a change leaves those that are absent as they are */
                    pipeline_stage: {
                        /** @description Name of the stage as people see it, such as `Won` */
                        name?: string;
                        /** @description Color of the stage in the form #RRGGBB, kept as it is given; default #3B82F6 */
                        color?: string;
                        /** @description What the stage means for what is in it: 0 active, 1 completed, 2 cancelled; the number, also as a text, or the word; default 0 */
                        stage_type?: (0 | 1 | 2) | ("active" | "completed" | "cancelled");
                        /** @description Rules of an application for this stage, which the service keeps and does not run; at most 65536 bytes as JSON and 16 levels deep */
                        automation_rules?: Record<string, unknown>;
                        /** @description Fields of your own that belong to the stage */
                        custom_fields?: {
                            /** @description Names of the fields that an application asks for in this stage; at most 100 of at most 255 characters each */
                            attributes: string[];
                            /** @description What the attributes are; accepted and not kept, as the message says */
                            attribute_definitions?: unknown;
                        };
                        /** @description A text about the stage; accepted and not kept, as the message says */
                        description?: unknown;
                        /** @description Where the stage goes in its pipeline: 0 and 1 are the first place, and what is behind the last one is the last */
                        position?: number;
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the pipeline: a UUID, as lists and answers show it */
                pipeline_id: components["parameters"]["PipelineIdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Every stage of the pipeline once, the first one first */
                    stage_ids?: string[];
                    /** @description Another name of `stage_ids` */
                    stage_orders?: string[];
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page of the list, from 1 */
                page?: components["parameters"]["PageQuery"];
                /** @description How many records a page has, 1 to 100 */
                pageSize?: components["parameters"]["PageSizeQuery"];
                /** @description Another name of `pageSize` */
                per_page?: components["parameters"]["PerPageQuery"];
                /** @description How many records there are at most, another name of `pageSize` */
                limit?: components["parameters"]["LimitQuery"];
                /** @description How many records come before the page, instead of `page` */
                skip?: components["parameters"]["SkipQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the inbox as people see it, such as `Support` */
                    name: string;
                    /**
                     * @description How messages reach the inbox: by an application (`api`, the default) or by WhatsApp
                     * @enum {string}
                     */
                    channel_type?: "api" | "whatsapp";
                    /** @description Name of the gateway instance whose messages the inbox is for, such as `shop`; null: none */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Name of the inbox as people see it, such as `Support` */
                    name?: string;
                    /**
                     * @description How messages reach the inbox: by an application (`api`, the default) or by WhatsApp
                     * @enum {string}
                     */
                    channel_type?: "api" | "whatsapp";
                    /** @description Name of the gateway instance whose messages the inbox is for, such as `shop`; null: none */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                /** @description Id of the inbox: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Id of the inbox whose members these are
                     */
                    inbox_id: string;
                    /** @description Ids of users of the account, at most 1000 */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Id of the inbox whose members these are
                     */
                    inbox_id: string;
                    /** @description Ids of users of the account, at most 1000 */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Id of the inbox whose members these are
                     */
                    inbox_id: string;
                    /** @description Ids of users of the account, at most 1000 */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page of the list, from 1 */
                page?: components["parameters"]["PageQuery"];
                /** @description How many records a page has, 1 to 100 */
                pageSize?: components["parameters"]["PageSizeQuery"];
                /** @description Another name of `pageSize` */
                per_page?: components["parameters"]["PerPageQuery"];
                /** @description How many records there are at most, another name of `pageSize` */
                limit?: components["parameters"]["LimitQuery"];
                /** @description How many records come before the page, instead of `page` */
                skip?: components["parameters"]["SkipQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the MCP server, such as `Tickets`; no other one of the account may have it */
                    name: string;
                    /**
                     * @description How the server is reached: as a program that is started (`studio`) or at a URL (`sse`)
                     * @enum {string}
                     */
                    config_type: "studio" | "sse";
                    /** @description What the server offers, in words */
                    description?: string;
                    /** @description How it is reached, such as `url` or `command` and `args`; at most 65536 bytes as JSON and 16 levels deep */
                    config_json?: Record<string, unknown>;
                    /** @description Environment variables of the server; their values are secrets; at most 65536 bytes as JSON and 16 levels deep */
                    environments?: Record<string, unknown>;
                    /** @description The tools of the server, at most 256, kept as they are given */
                    tools?: Record<string, unknown>[];
                    /**
                     * @description Who maintains the server: its maker (`official`) or others (`community`, the default)
                     * @enum {string}
                     */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the MCP server, such as `Tickets`; no other one of the account may have it */
                    name: string;
                    /**
                     * @description How the server is reached: as a program that is started (`studio`) or at a URL (`sse`)
                     * @enum {string}
                     */
                    config_type: "studio" | "sse";
                    /** @description What the server offers, in words */
                    description?: string;
                    /** @description How it is reached, such as `url` or `command` and `args`; at most 65536 bytes as JSON and 16 levels deep */
                    config_json?: Record<string, unknown>;
                    /** @description Environment variables of the server; their values are secrets; at most 65536 bytes as JSON and 16 levels deep */
                    environments?: Record<string, unknown>;
                    /** @description The tools of the server, at most 256, kept as they are given */
                    tools?: Record<string, unknown>[];
                    /**
                     * @description Who maintains the server: its maker (`official`) or others (`community`, the default)
                     * @enum {string}
                     */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Name of the MCP server, such as `Tickets`; no other one of the account may have it */
                    name?: string;
                    /**
                     * @description How the server is reached: as a program that is started (`studio`) or at a URL (`sse`)
                     * @enum {string}
                     */
                    config_type?: "studio" | "sse";
                    /** @description What the server offers, in words */
                    description?: string;
                    /** @description How it is reached, such as `url` or `command` and `args`; at most 65536 bytes as JSON and 16 levels deep */
                    config_json?: Record<string, unknown>;
                    /** @description Environment variables of the server; their values are secrets; at most 65536 bytes as JSON and 16 levels deep */
                    environments?: Record<string, unknown>;
                    /** @description The tools of the server, at most 256, kept as they are given */
                    tools?: Record<string, unknown>[];
                    /**
                     * @description Who maintains the server: its maker (`official`) or others (`community`, the default)
                     * @enum {string}
                     */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Which page of the list, from 1 */
                page?: components["parameters"]["PageQuery"];
                /** @description How many records a page has, 1 to 100 */
                pageSize?: components["parameters"]["PageSizeQuery"];
                /** @description Another name of `pageSize` */
                per_page?: components["parameters"]["PerPageQuery"];
                /** @description How many records there are at most, another name of `pageSize` */
                limit?: components["parameters"]["LimitQuery"];
                /** @description How many records come before the page, instead of `page` */
                skip?: components["parameters"]["SkipQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the webhook is for, such as `Dashboard` */
                    name: string;
                    /**
                     * Format: uri
                     * @description http or https URL that events are posted to, without credentials in it. In the masked form of the stored one it stays as it is. What it does not answer with 2xx within 30 seconds is sent again
                     */
                    url: string;
                    /** @description Names of the events to send; absent or empty: `ALL`, which is every event */
                    events?: ("ALL" | "pipeline_stage.created" | "pipeline_stage.updated" | "pipeline_stage.deleted" | "inbox_member.added" | "inbox_member.removed" | "mcp_server.deleted" | "webhook.failing" | "webhook.disabled" | "webhook.recovered")[];
                    /** @description Whether events are sent; default true */
                    enabled?: boolean;
                    /**
                     * @description The form of the bodies that are sent, default `gatehouse`
                     * @enum {string}
                     */
                    format?: "gatehouse" | "evolution-api";
                    /** @description Whether the name of the event is put at the end of the path of the URL; only with the format `evolution-api`, default false */
                    by_events?: boolean;
                    /** @description What the webhook is for in more words */
                    description?: string;
                    /** @description How often and how soon a delivery is tried again, over within 3 days; null: as the service does it */
                    retry?: {
                        /** @description How many attempts a delivery gets, the first included: 1-20 */
                        attempts: number;
                        /** @description Milliseconds from the end of each failed attempt to the next; the last one repeats */
                        delays_ms: number[];
                    } | null;
                    /** @description Which of its events are sent: those whose body has what it says, as described in /docs/filters.md; null: all of them */
                    filter?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description What is made of the bodies before they are signed, as described in /docs/filters.md; null: nothing */
                    transform?: {
                        [key: string]: unknown;
                    } | null;
                    /**
                     * @description `chat`, the default: the first attempts of a pipeline or inbox follow each other in its order. `none`: they do not wait for each other
                     * @enum {string}
                     */
                    ordering?: "chat" | "none";
                    /** @description Whether it is switched off when it answers 410 or has failed for long; default true */
                    auto_disable?: boolean;
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description The `ETag` of the record that the change was made from, or `*` for any version; with another version the answer is 412 and nothing changes */
                "if-match"?: components["parameters"]["IfMatchHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description What the webhook is for, such as `Dashboard` */
                    name?: string;
                    /**
                     * Format: uri
                     * @description http or https URL that events are posted to, without credentials in it. In the masked form of the stored one it stays as it is. What it does not answer with 2xx within 30 seconds is sent again
                     */
                    url?: string;
                    /** @description Names of the events to send; absent or empty: `ALL`, which is every event */
                    events?: ("ALL" | "pipeline_stage.created" | "pipeline_stage.updated" | "pipeline_stage.deleted" | "inbox_member.added" | "inbox_member.removed" | "mcp_server.deleted" | "webhook.failing" | "webhook.disabled" | "webhook.recovered")[];
                    /** @description Whether events are sent; default true */
                    enabled?: boolean;
                    /**
                     * @description The form of the bodies that are sent, default `gatehouse`
                     * @enum {string}
                     */
                    format?: "gatehouse" | "evolution-api";
                    /** @description Whether the name of the event is put at the end of the path of the URL; only with the format `evolution-api`, default false */
                    by_events?: boolean;
                    /** @description What the webhook is for in more words */
                    description?: string;
                    /** @description How often and how soon a delivery is tried again, over within 3 days; null: as the service does it */
                    retry?: {
                        /** @description How many attempts a delivery gets, the first included: 1-20 */
                        attempts: number;
                        /** @description Milliseconds from the end of each failed attempt to the next; the last one repeats */
                        delays_ms: number[];
                    } | null;
                    /** @description Which of its events are sent: those whose body has what it says, as described in /docs/filters.md; null: all of them */
                    filter?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description What is made of the bodies before they are signed, as described in /docs/filters.md; null: nothing */
                    transform?: {
                        [key: string]: unknown;
                    } | null;
                    /**
                     * @description `chat`, the default: the first attempts of a pipeline or inbox follow each other in its order. `none`: they do not wait for each other
                     * @enum {string}
                     */
                    ordering?: "chat" | "none";
                    /** @description Whether it is switched off when it answers 410 or has failed for long; default true */
                    auto_disable?: boolean;
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
    getApiV1WebhooksByIdHealth: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookHealthAnswer"];
                };
            };
        };
    };
    postApiV1WebhooksByIdRotate: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Which event the sample is of; default `pipeline_stage.created`
                     * @enum {string}
                     */
                    event?: "pipeline_stage.created" | "pipeline_stage.updated" | "pipeline_stage.deleted" | "inbox_member.added" | "inbox_member.removed" | "mcp_server.deleted" | "webhook.failing" | "webhook.disabled" | "webhook.recovered";
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
    postApiV1WebhooksFilterTest: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The filter to try, as a webhook takes it; null fits every event */
                    filter: {
                        [key: string]: unknown;
                    } | null;
                    /** @description Names of the events to look at; absent or empty: `ALL` */
                    events?: ("ALL" | "pipeline_stage.created" | "pipeline_stage.updated" | "pipeline_stage.deleted" | "inbox_member.added" | "inbox_member.removed" | "mcp_server.deleted" | "webhook.failing" | "webhook.disabled" | "webhook.recovered")[];
                    /**
                     * @description The form of the bodies, default `gatehouse`
                     * @enum {string}
                     */
                    format?: "gatehouse" | "evolution-api";
                    /**
                     * Format: date-time
                     * @description Only events made at this time or later
                     */
                    since?: string;
                    /** @description The sequence before which to begin: `next` of the answer before */
                    before?: number;
                    /** @description How many events that fit are named, default 20 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["CrmFilterTrialResultAnswer"];
                };
            };
        };
    };
    postApiV1WebhooksTransformTest: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The transform to try, as a webhook takes it; null changes nothing */
                    transform: {
                        [key: string]: unknown;
                    } | null;
                    /**
                     * @description The form of the bodies, default `gatehouse`
                     * @enum {string}
                     */
                    format?: "gatehouse" | "evolution-api";
                    /**
                     * Format: uuid
                     * @description Id of the kept event of the account to try it on
                     */
                    event_id?: string;
                    /**
                     * @description Name of the event to try it on: the newest that is kept, or a sample of it; absent: the newest of all
                     * @enum {string}
                     */
                    event?: "pipeline_stage.created" | "pipeline_stage.updated" | "pipeline_stage.deleted" | "inbox_member.added" | "inbox_member.removed" | "mcp_server.deleted" | "webhook.failing" | "webhook.disabled" | "webhook.recovered";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["CrmTransformTrialResultAnswer"];
                };
            };
        };
    };
    getApiV1WebhooksByIdDeliveries: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
                /** @description Only deliveries in this state: waiting, sending, delivered, discarded */
                state?: string;
                /** @description Which deliveries come first: the `oldest`, which is the default, or the `newest` */
                order?: string;
                /** @description Oldest first: the delivery id after which to begin */
                after?: string;
                /** @description Newest first: the delivery id before which to begin */
                before?: string;
                /** @description How many entries to answer at most */
                limit?: number;
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
                /** @description Id of the delivery: a UUID, as lists and answers show it */
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
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Ids of the deliveries to send again, at most 1000; not together with other fields */
                    ids?: string[];
                    /**
                     * @description Sends again all deliveries in this state
                     * @enum {string}
                     */
                    state?: "delivered" | "discarded" | "waiting";
                    /**
                     * Format: date-time
                     * @description Only deliveries that were created at this time or later
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description Only deliveries that were created at this time or earlier
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
    postApiV1WebhooksByIdRecover: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the first event was created that is sent
                     */
                    since: string;
                    /**
                     * Format: date-time
                     * @description When the last event was created that is sent; default now, which it may not be after
                     */
                    until?: string;
                    /** @description Names of the events to send; default those that the webhook gets now */
                    types?: ("pipeline_stage.created" | "pipeline_stage.updated" | "pipeline_stage.deleted" | "inbox_member.added" | "inbox_member.removed" | "mcp_server.deleted" | "webhook.failing" | "webhook.disabled" | "webhook.recovered")[];
                    /** @description Whether events are left out that were delivered to the webhook, or wait for it: what is sent is what it missed; default false */
                    only_failed?: boolean;
                    /** @description How many events a second are sent at most: 1-5000, default 500 */
                    rate_per_second?: number;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                content: {
                    "application/json": components["schemas"]["WebhookRecoveryAnswer"];
                };
            };
        };
    };
    getApiV1WebhooksByIdRecoveries: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookRecoveriesAnswer"];
                };
            };
        };
    };
    getApiV1WebhooksByIdRecoveriesByRecovery_id: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
                /** @description Id of the recovery: a UUID, as lists and answers show it */
                recovery_id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookRecoveryAnswer"];
                };
            };
        };
    };
    postApiV1WebhooksByIdRecoveriesByRecovery_idPause: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
                /** @description Id of the recovery: a UUID, as lists and answers show it */
                recovery_id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookRecoveryAnswer"];
                };
            };
        };
    };
    postApiV1WebhooksByIdRecoveriesByRecovery_idResume: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
                /** @description Id of the recovery: a UUID, as lists and answers show it */
                recovery_id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookRecoveryAnswer"];
                };
            };
        };
    };
    postApiV1WebhooksByIdRecoveriesByRecovery_idCancel: {
        parameters: {
            query?: {
                /** @description Id of the account to act in, a UUID; may also be given as the header `account-id` */
                account_id?: components["parameters"]["AccountIdQuery"];
            };
            header?: {
                /** @description Id of the account to act in, a UUID; needed when the user has several accounts and the token is bound to none */
                "account-id"?: components["parameters"]["AccountIdHeader"];
                /** @description Repeated with the same body within 24 hours: the first answer again, nothing done twice */
                "idempotency-key"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path: {
                /** @description Id of the record: a UUID, as lists and answers show it */
                id: components["parameters"]["IdPath"];
                /** @description Id of the recovery: a UUID, as lists and answers show it */
                recovery_id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookRecoveryAnswer"];
                };
            };
        };
    };
    onQRCode: {
        parameters: {
            header?: {
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
    onContactIdentityChanged: {
        parameters: {
            header?: {
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactIdentityChangedEvent"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
    onPlatformNotice: {
        parameters: {
            header?: {
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlatformNoticeEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onEndpointFailing: {
        parameters: {
            header?: {
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointFailingEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onEndpointDisabled: {
        parameters: {
            header?: {
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointDisabledEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onEndpointRecovered: {
        parameters: {
            header?: {
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointRecoveredEvent"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
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
    onWebhookFailing: {
        parameters: {
            header?: {
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookFailingEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onWebhookDisabled: {
        parameters: {
            header?: {
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDisabledEvent"];
            };
        };
        responses: {
            /** @description The event is delivered */
            "2XX": {};
            /** @description As any other answer: the delivery is tried again */
            "4XX": {};
        };
    };
    onWebhookRecovered: {
        parameters: {
            header?: {
                /** @description Id of the event, the same in every attempt */
                "webhook-id"?: components["parameters"]["WebhookIdHeader"];
                /** @description When this attempt began, in seconds since 1970 */
                "webhook-timestamp"?: components["parameters"]["WebhookTimestampHeader"];
                /** @description Signatures over id, timestamp and body, as Standard Webhooks has them */
                "webhook-signature"?: components["parameters"]["WebhookSignatureHeader"];
                /** @description Which attempt it is, from 1 */
                "x-gatehouse-attempt"?: components["parameters"]["XGatehouseAttemptHeader"];
                /** @description Id of the recovery that sends it; absent: it is new */
                "x-gatehouse-replay"?: components["parameters"]["XGatehouseReplayHeader"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookRecoveredEvent"];
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
  'POST /instance/key/rotate/{instanceName}',
  'POST /webhook/endpoints/{instanceName}',
  'POST /webhook/endpoints/{instanceName}/{endpointId}/recover',
  'POST /webhook/secret/rotate/{instanceName}',
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
  'POST /message/sendCarousel/{instanceName}',
  'POST /message/sendFlow/{instanceName}',
  'POST /message/sendMedia/{instanceName}',
  'POST /message/sendWhatsAppAudio/{instanceName}',
  'POST /message/sendPtv/{instanceName}',
  'POST /message/sendSticker/{instanceName}',
  'POST /message/sendStatus/{instanceName}',
  'POST /message/sendTemplate/{instanceName}',
  'POST /group/create/{instanceName}',
  'POST /group/sendInvite/{instanceName}',
  'POST /send/text',
  'POST /send/link',
  'POST /send/media',
  'POST /send/poll',
  'POST /send/sticker',
  'POST /send/location',
  'POST /send/contact',
  'POST /send/status/text',
  'POST /send/status/media',
  'POST /send/pollVote',
  'POST /send/button',
  'POST /send/list',
  'POST /send/carousel',
  'POST /send/event',
  'POST /graph/{version}/{id}/messages',
  'POST /api/v1/permissions/check',
  'POST /api/v1/accounts',
  'POST /api/v1/users',
  'POST /api/v1/invitations/open',
  'POST /api/v1/invitations/{id}/accept',
  'POST /api/v1/invitations/{id}/decline',
  'POST /api/v1/accounts/{id}/invitations/{invitation_id}/renew',
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
  'POST /api/v1/webhooks/filter/test',
  'POST /api/v1/webhooks/transform/test',
  'POST /api/v1/webhooks/{id}/redeliver',
  'POST /api/v1/webhooks/{id}/recover',
  'POST /api/v1/webhooks/{id}/recoveries/{recovery_id}/pause',
  'POST /api/v1/webhooks/{id}/recoveries/{recovery_id}/resume',
  'POST /api/v1/webhooks/{id}/recoveries/{recovery_id}/cancel',
]);
