/** The protocol's words for files and for content that phones show like files, by field: `imageMessage` is an `image`. */
export const MEDIA_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    imageMessage: 'image',
    videoMessage: 'video',
    // For receivers video notes are video, as voice notes are audio.
    ptvMessage: 'video',
    audioMessage: 'audio',
    documentMessage: 'document',
    stickerMessage: 'sticker',
    contactMessage: 'vcard',
    contactsArrayMessage: 'contact_array',
    locationMessage: 'location',
    liveLocationMessage: 'livelocation',
    listMessage: 'list',
    listResponseMessage: 'list_response',
    buttonsResponseMessage: 'buttons_response',
    orderMessage: 'order',
    productMessage: 'product',
    interactiveResponseMessage: 'native_flow_response',
    groupInviteMessage: 'url',
  }),
);
