/** A status that the person of the chat can see for a day: a text on a colour, or a file. */
import { el } from './dom.js';
import { familyOf, fileField } from './file-field.js';
import { field, input, textArea } from './forms.js';

/** @param {{ chat: () => string }} deps */
export function openStatus({ chat }) {
  const text = textArea('text', { rows: 2, maxLength: 700 });
  const color = input('color', { type: 'color', value: '#075e54' });
  const file = fileField(
    'Picture, video or audio',
    'image/*,video/*,audio/*',
    'Instead of a colour',
    {
      required: false,
    },
  );
  const hint =
    'Only the person of this chat can see it. With a picture or a video it is the caption';
  return {
    elements: [field('Text', text, hint), el('div.inline', field('Colour', color), file.element)],
    async body() {
      const statusJidList = [chat()];
      const said = text.value.trim();
      if (!file.chosen())
        return { type: 'text', content: said, backgroundColor: color.value, statusJidList };
      const type = familyOf(file.chosen(), 'image');
      const caption = said && type !== 'audio' && { caption: said };
      return { type, content: await file.read(), ...caption, statusJidList };
    },
  };
}
