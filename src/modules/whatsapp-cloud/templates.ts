/** Reads and changes the templates of a number's account at Meta. */

import type { KnownNumber } from '../../core/providers/credentials.ts';
import { type Fields, text } from '../../core/providers/foreign-values.ts';
import type { SessionHost } from '../../core/providers/provider.ts';
import type { Template, Templates } from '../../core/providers/templates.ts';
import { withTimeout } from '../../core/shared/async/deadline.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { failure } from '../../core/shared/errors.ts';
import type { CloudContext } from './context.ts';
import { type Graph, pages } from './graph.ts';
import { GraphFailure } from './graph-failure.ts';
import { reportRefusal, templateRefusalOf, unreadTemplates } from './graph-refusal.ts';
import {
  changedList,
  draftFields,
  editFields,
  inOrder,
  TEMPLATE_FIELDS,
  type TemplateChange,
  templateEvent,
  templateIn,
} from './template-fields.ts';

interface CloudTemplatesDeps extends Pick<CloudContext, 'graph' | 'failed' | 'templateLists'> {
  readonly clock: Pick<Clock, 'after'>;
  readonly host: Pick<SessionHost, 'emit'>;
  readonly number: () => Pick<KnownNumber, 'businessAccountId' | 'accessToken'>;
}

/** The greatest age of a list that is shown. */
const SHOWN_MS = 60_000;
/**
 * The greatest age of a list for sending templates. Meta counts an account's calls by the hour, webhooks keep the list
 * current, and Meta itself refuses a template that is not approved any more.
 */
const SENT_MS = 600_000;
const APPROVED = 'APPROVED';
/** Entries on each page of a list. */
const PAGE = '100';
const LIST_MS = 60_000;
/** New and edited templates are reviewed first. */
const PENDING = 'PENDING';

const late = () => failure('templates_unanswered');

export class CloudTemplates implements Templates {
  readonly #deps: CloudTemplatesDeps;

  constructor(deps: CloudTemplatesDeps) {
    this.#deps = deps;
  }

  find(isFresh = false): Promise<readonly Template[]> {
    return this.#listed(isFresh ? 0 : SHOWN_MS);
  }

  /** Reads the list again if a template may have been approved since. */
  async named(name: string): Promise<readonly Template[]> {
    const isNamed = (template: Template) => template.name === name;
    const known = (await this.#listed(SENT_MS)).filter(isNamed);
    if (known.some(({ status }) => status === APPROVED)) return known;
    return (await this.find()).filter(isNamed);
  }

  async byId(id: string): Promise<Template | null> {
    return (await this.find()).find((template) => template.id === id) ?? null;
  }

  async create(draft: Parameters<Templates['create']>[0]): Promise<Template> {
    const { graph } = this.#deps;
    const made = await this.#change((accountId) =>
      graph.post(`/${accountId}/message_templates`, draftFields(draft)),
    );
    // Meta may have put it into another category.
    const category = text(made.category) || draft.category;
    const own = { id: text(made.id), status: text(made.status) || PENDING, category };
    const untold = { quality: null, rejectedReason: null, createdAt: null, updatedAt: null };
    const created = { ...draft, ...untold, ...own };
    this.#known((templates) => inOrder([...templates.filter(({ id }) => id !== own.id), created]));
    return created;
  }

  async edit(id: string, edit: Parameters<Templates['edit']>[1]): Promise<Template | null> {
    const found = await this.byId(id);
    if (found === null) return null;
    await this.#change(() => this.#deps.graph.post(`/${id}`, editFields(edit)));
    const now = await this.#one(id);
    return now ?? { ...found, ...edit, status: PENDING };
  }

  async remove(name: string, id?: string): Promise<number> {
    const meant = (await this.find()).filter(
      (template) => template.name === name && (id === undefined || template.id === id),
    );
    if (meant.length === 0) return 0;
    const which = id === undefined ? { name } : { name, hsm_id: id };
    const { graph } = this.#deps;
    await this.#change((accountId) => graph.remove(`/${accountId}/message_templates`, which));
    const gone = new Set(meant.map((template) => template.id));
    this.#known((templates) => templates.filter((template) => !gone.has(template.id)));
    return meant.length;
  }

  /** Handles the change of a webhook; resolves once its event is on disk. */
  async changed(change: TemplateChange): Promise<void> {
    this.#known((templates) => changedList(templates, change));
    const event = templateEvent(change);
    if (event !== null) await this.#deps.host.emit(event);
  }

  #known(change: (templates: readonly Template[]) => readonly Template[] | null): void {
    const { templateLists: lists, number } = this.#deps;
    lists.change(number().businessAccountId, change);
  }

  #listed(ageMs: number): Promise<readonly Template[]> {
    const { number, templateLists: lists } = this.#deps;
    const { businessAccountId: accountId, accessToken: token } = number();
    return lists.of({ accountId, token }, ageMs, () => this.#read(accountId));
  }

  /** Reads all pages, within a minute in all. */
  async #read(accountId: string): Promise<readonly Template[]> {
    const { clock, graph } = this.#deps;
    const query = { fields: TEMPLATE_FIELDS, limit: PAGE };
    let isOver = false;
    const get: Graph['get'] = async (path, asked) => {
      if (isOver) throw late();
      return graph.get(path, asked);
    };
    try {
      const read = pages({ ...graph, get }, `/${accountId}/message_templates`, query);
      const entries = await withTimeout({ clock, ms: LIST_MS }, read, late);
      return inOrder(entries.map(templateIn).filter((one) => one !== null));
    } catch (error) {
      throw reportRefusal(error, this.#deps.failed, unreadTemplates);
    } finally {
      isOver = true;
    }
  }

  /** Returns the current template, or null when it cannot be read. The lists are read again either way. */
  async #one(id: string): Promise<Template | null> {
    try {
      return templateIn(await this.#deps.graph.get(`/${id}`, { fields: TEMPLATE_FIELDS }));
    } catch (error) {
      if (!(error instanceof GraphFailure)) throw error;
      return null;
    } finally {
      this.#deps.templateLists.change(this.#deps.number().businessAccountId, null);
    }
  }

  /** Makes a call that changes something. If its answer is lost, the data that it may have changed is read again. */
  async #change(call: (accountId: string) => Promise<Fields>): Promise<Fields> {
    const { templateLists: lists, number } = this.#deps;
    const { businessAccountId: accountId } = number();
    try {
      return await call(accountId);
    } catch (error) {
      lists.change(accountId, null);
      throw reportRefusal(error, this.#deps.failed, templateRefusalOf);
    }
  }
}
