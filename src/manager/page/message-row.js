/** One message of a conversation, with what became of it and what can be done with it. */
import { badge, el, setText, shownTime } from './dom.js';
import { button, statusLine } from './forms.js';
import { contentView, tallies } from './message-content.js';
import { contentOf, editableText, wordsOf } from './message-words.js';

const EMOJI = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

/**
 * @typedef {import('./conversations.js').Message} Message
 * @typedef {object} Actions each resolves with what is to be said about it
 * @property {(message: Message) => void} reply
 * @property {(message: Message) => void} edit
 * @property {(message: Message, emoji: string) => Promise<string>} react
 * @property {(message: Message, options: string[]) => Promise<string>} vote none takes the vote back
 * @property {(message: Message) => Promise<string>} forward
 * @property {(message: Message) => Promise<string>} remove
 * @property {(message: Message) => Promise<string>} explain
 */

/** @param {Message} first @param {{ actions: Actions } & import('./message-content.js').ContentDeps} deps */
export function messageRow(first, deps) {
  const author = el('strong');
  const marks = el('span.hint');
  const content = el('div.content');
  const reactions = el('p.reactions');
  const fate = badge();
  const reason = el('span.hint');
  const outcome = el('p', fate.element, ' ', reason);
  const problems = el('p', { 'data-kind': 'failed' });
  const menu = actionMenu(first, deps.actions);
  const time = el('time.hint', { dateTime: first.at }, shownTime(first.at));
  const head = el('p.head', author, time, marks);
  const element = el(
    'li',
    el('div.bubble', head, content, reactions, outcome, problems),
    menu.element,
  );
  element.dataset.side = first.isFromMe ? 'own' : 'other';
  let shown = -1;
  return {
    element,
    update(message) {
      setText(author, message.isFromMe ? 'You' : deps.nameOf(message.author));
      if (shown !== message.version) {
        shown = message.version;
        content.replaceChildren(...contentView(message, deps));
      }
      setText(marks, marksOf(message));
      setText(reactions, reactionsOf(message, deps.nameOf));
      showVotes(content, message.votes);
      fate.set(message.fate?.status ?? '');
      outcome.hidden = message.fate === null;
      setText(reason, message.fate?.reason);
      setText(problems, message.problems.join(' '));
      menu.update(message);
    },
  };
}

const marksOf = ({ isEdited, isDeleted, isViewOnce }) =>
  [isEdited && !isDeleted && 'edited', isViewOnce && 'shown once'].filter(Boolean).join(', ');

const reactionsOf = ({ reactions }, nameOf) =>
  [...reactions].map(([author, text]) => `${text} ${author ? nameOf(author) : 'You'}`).join(' · ');

function showVotes(content, votes) {
  const counts = tallies(votes);
  for (const option of content.querySelectorAll('[data-option]'))
    setText(option.lastElementChild, counts.get(option.dataset.option) ?? 0);
}

/** What can be chosen in a poll, and taking it back. */
function votesFor({ content }) {
  const names = (contentOf(content)?.said.options ?? []).map(({ optionName }) => optionName);
  if (names.length === 0 || names.includes(undefined)) return [];
  const choices = names.map((name) => ({ label: `Vote ${name}`, options: [name] }));
  return [...choices, { label: 'Take the vote back', options: [] }];
}

function actionMenu(first, actions) {
  const status = statusLine();
  let message = first;
  const acting = (label, run) => button(label, { status, run: async () => run(message) });
  const emoji = EMOJI.map((one) => acting(one, () => actions.react(message, one)));
  const takeBack = acting('Take back', () => actions.react(message, ''));
  const edit = acting('Edit', actions.edit);
  const remove = acting('Delete', actions.remove);
  const explain = acting('Explain', actions.explain);
  const votes = votesFor(first).map(({ label, options }) =>
    acting(label, () => actions.vote(message, options)),
  );
  const about = [acting('Reply', actions.reply), acting('Forward', actions.forward), edit, remove];
  const name = `Actions for: ${wordsOf(first.content, 'message')}`.slice(0, 80);
  const more = el('summary', { title: 'Actions' }, '⋯');
  more.setAttribute('aria-label', name);
  const told = el('div.row', ...emoji, takeBack, ...about, ...votes);
  const element = el('details.actions', more, told, el('div.row', explain), status.element);
  return {
    element,
    update(latest) {
      message = latest;
      told.hidden = latest.isDeleted || latest.note !== '';
      takeBack.hidden = !latest.reactions.has('');
      edit.hidden = !latest.isFromMe || editableText(latest.content) === '';
      remove.hidden = !latest.isFromMe && !latest.chat.endsWith('@g.us');
    },
  };
}
