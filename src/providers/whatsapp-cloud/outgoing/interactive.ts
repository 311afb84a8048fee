/** Translates buttons and lists to the form of the Graph API, and checks its limits. Pure. */
import { invalid } from '../../../shared/errors.ts';
import type { InteractiveContent } from '../../interactive.ts';
import { interactiveProblems } from '../../interactive-limits.ts';
import type { Fields } from '../graph.ts';

/** Throws `invalid`, naming everything that the platform would refuse. */
export function graphInteractive(content: InteractiveContent): Fields {
  const problems = interactiveProblems(content);
  if (problems.length > 0) throw invalid(problems.join('; '));
  const { header, text, footer } = content;
  return {
    type: TYPES[content.kind],
    ...(header !== undefined && { header: { type: 'text', text: header } }),
    body: { text },
    ...(footer !== undefined && { footer: { text: footer } }),
    action: actionOf(content),
  };
}

const TYPES = { buttons: 'button', link: 'cta_url', list: 'list' } as const;

function actionOf(content: InteractiveContent): Fields {
  switch (content.kind) {
    case 'buttons':
      return {
        buttons: content.buttons.map(({ id, text: title }) => ({
          type: 'reply',
          reply: { id, title },
        })),
      };
    case 'link':
      return { name: 'cta_url', parameters: { display_text: content.label, url: content.url } };
    case 'list':
      return { button: content.label, sections: content.sections };
  }
}
