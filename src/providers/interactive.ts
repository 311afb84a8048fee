/** The kinds of choices that a person is given, and how the protocol of WhatsApp spells them. Pure. */
type Fields = Readonly<Record<string, unknown>>;

/** The texts around the choices. */
interface Framed {
  readonly header?: string;
  readonly text: string;
  readonly footer?: string;
}

/** Each button answers with its id. */
export interface ButtonsContent extends Framed {
  readonly kind: 'buttons';
  readonly buttons: readonly { readonly id: string; readonly text: string }[];
}

/** One button that opens a page. */
export interface LinkContent extends Framed {
  readonly kind: 'link';
  readonly label: string;
  readonly url: string;
}

export interface ListRow {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
}

/** A list that the button `label` opens; the chosen row answers with its id. */
export interface ListContent extends Framed {
  readonly kind: 'list';
  readonly label: string;
  readonly sections: readonly { readonly title?: string; readonly rows: readonly ListRow[] }[];
}

export type InteractiveContent = ButtonsContent | LinkContent | ListContent;

/** Values of `ButtonsMessage.HeaderType`, `Button.Type` and `ListMessage.ListType`. */
const HEADER_NONE = 1;
const HEADER_TEXT = 2;
const RESPONSE = 1;
const SINGLE_SELECT = 1;

/** Returns one field named after the kind. */
export function interactiveContent(content: InteractiveContent): Fields {
  const { header, text, footer } = content;
  switch (content.kind) {
    case 'buttons':
      return {
        buttonsMessage: {
          ...(header !== undefined && { text: header }),
          contentText: text,
          ...(footer !== undefined && { footerText: footer }),
          buttons: content.buttons.map((button) => ({
            buttonId: button.id,
            buttonText: { displayText: button.text },
            type: RESPONSE,
          })),
          headerType: header === undefined ? HEADER_NONE : HEADER_TEXT,
        },
      };
    case 'link': {
      const { label: display_text, url } = content;
      const button = { name: 'cta_url', buttonParamsJson: JSON.stringify({ display_text, url }) };
      return {
        interactiveMessage: {
          ...(header !== undefined && { header: { title: header } }),
          body: { text },
          ...(footer !== undefined && { footer: { text: footer } }),
          nativeFlowMessage: { buttons: [button] },
        },
      };
    }
    case 'list':
      return {
        listMessage: {
          ...(header !== undefined && { title: header }),
          description: text,
          buttonText: content.label,
          ...(footer !== undefined && { footerText: footer }),
          listType: SINGLE_SELECT,
          sections: content.sections.map(({ title, rows }) => ({
            ...(title !== undefined && { title }),
            rows: rows.map(({ id: rowId, ...row }) => ({ rowId, ...row })),
          })),
        },
      };
  }
}
