/** The pages of `docs/` that are served: those for people who use the service. */
import chats from '../../docs/chats.md' with { type: 'text' };
import cluster from '../../docs/cluster.md' with { type: 'text' };
import command from '../../docs/command.md' with { type: 'text' };
import crm from '../../docs/crm.md' with { type: 'text' };
import errors from '../../docs/errors.md' with { type: 'text' };
import events from '../../docs/events.md' with { type: 'text' };
import evolution from '../../docs/from-evolution.md' with { type: 'text' };
import groups from '../../docs/groups.md' with { type: 'text' };
import instances from '../../docs/instances.md' with { type: 'text' };
import limits from '../../docs/limits.md' with { type: 'text' };
import mcp from '../../docs/mcp.md' with { type: 'text' };
import operations from '../../docs/operations.md' with { type: 'text' };
import receiving from '../../docs/receiving.md' with { type: 'text' };
import sending from '../../docs/sending.md' with { type: 'text' };
import start from '../../docs/start.md' with { type: 'text' };
import templates from '../../docs/templates.md' with { type: 'text' };
import variables from '../../docs/variables.md' with { type: 'text' };
import whatsapp from '../../docs/whatsapp.md' with { type: 'text' };
import cloud from '../../docs/whatsapp-cloud.md' with { type: 'text' };

/** Markdown by page name, in the order they are listed. */
export const PAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    start,
    instances,
    events,
    receiving,
    sending,
    templates,
    chats,
    groups,
    crm,
    mcp,
    errors,
    whatsapp,
    'whatsapp-cloud': cloud,
    'from-evolution': evolution,
    limits,
    variables,
    operations,
    cluster,
    command,
  }),
);

export const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? '';

/** For the tests that read the pages. */
const COMMENTS = /^<!--.*-->\n/gm;

/**
 * Links between the pages are kept, others of the repository (decisions, sources) lead nowhere here and become plain
 * text. Raw HTML is shown as text.
 */
export function htmlOf(markdown: string): string {
  const html = Bun.markdown.html(markdown.replaceAll(COMMENTS, ''), {
    headings: { ids: true },
    noHtmlBlocks: true,
    noHtmlSpans: true,
  });
  return new HTMLRewriter().on('a', { element: localLink }).transform(html);
}

function localLink(link: HTMLRewriterTypes.Element): void {
  const href = link.getAttribute('href') ?? '';
  if (/^(https?:|#)/.test(href)) return;
  const [, name = '', anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (PAGES.has(name)) link.setAttribute('href', `/docs/${name}${anchor}`);
  else link.removeAndKeepContent();
}
