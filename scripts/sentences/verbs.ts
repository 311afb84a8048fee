/** Tells roughly whether a sentence has a finite verb: by a list of words, without grammar. */

/** Verbs whose forms are not made by rules, and auxiliaries. */
const FORMS =
  `is are was were be am isn't aren't has have had hasn't haven't does do did doesn't don't didn't can cannot can't could may
  might must should shall will would won't wouldn't needn't let lets let's begins begin began begun brings bring brought builds
  build built buys buy bought catches catch caught chooses choose chose chosen comes come came costs cost cuts cut draws draw
  drew drawn drops drop dropped falls fall fell finds find found gets get got gives give gave given goes go went holds hold
  held keeps keep kept knows know knew leaves leave left lies lie lay loses lose lost makes make made means mean meant meets
  meet met pays pay paid puts put reads read runs run ran says say said sees see saw sells sell sends send sent sets set shows
  show shown shuts shut speaks speak spoke stands stand stood sticks stick takes take took teaches teach tells tell told thinks
  think thought throws throw threw understands understand wins win writes write wrote written hears hear heard becomes become
  became feels feel forgets forget hides hide hidden hurts hurt splits split spreads spread quits quit beats beat tries try
  tried copies copy copied applies apply applied carries carry denies deny replies reply replied varies vary verifies verify
  verified notifies notify identifies identify specifies specify modifies modify retries retry retried satisfies satisfy
  empties empty fits fit stops stop stopped refers refer permits permit admits admit commits commit omits omit plans plan
  maps map swaps swap strips strip skips skip ships ship logs log begs plug unplug occurs occur prefers prefer overtakes overtook`.split(
    /\s+/,
  );

/** Verbs whose other forms end in -s, -d and -ed. */
const REGULAR =
  `accept accompany account acknowledge act add address agree aim allow announce answer append appear approve archive arrange
  arrive ask assign assume attach attempt authorize avoid await back ban base batch believe belong block bound break buffer
  call cancel change check claim clean clear click close collect combine compare compile complete concern configure confirm
  connect consist consider contain continue convert correct correspond count cover create deal decide declare decline decode
  decrease default define delay delete deliver demand depend deploy derive describe deserve differ disable disappear discard
  disconnect distinguish divide download drain drive edit enable encode encrypt end enforce enter equal escape exceed exchange
  exclude exist expect expire explain expose extend fail fetch fill filter finish fire flush follow force forward free
  generate grant grow guard guess handle happen help hide hint hit hope hurry ignore import improve include increase inform
  inherit insist inspect install introduce invite issue join judge jump keep kill label lack last launch lead learn lease lift
  like limit link list listen live load lock look lower manage mark match matter measure mention merge migrate mind miss mount
  move multiply mute name need note notice number obey offer open operate order overwrite own pair parse pass paste pause
  perform persist pick pin place point poll post prepare present preserve press prevent print proceed process produce
  promise protect prove provide publish pull purge push qualify queue quote raise reach react rebuild receive recommend
  reconnect record recover redeliver redirect reduce refer refresh refuse register reject relate release rely remain remember
  remind remove rename render renew repeat replace replay report represent request require reserve reset resolve respect
  respond rest restart restore restrict result resume retain return revoke ring rise rotate round route satisfy save scan
  schedule search see seek seem select separate serve settle share show sign simulate sit skip sleep sort sound stand start
  state stay store subscribe succeed suffice suggest supply support suppose surprise switch sync talk tap target tell test
  thank time touch trace track transfer transform translate treat trigger trim trust turn type unarchive unblock unfollow
  unlink unmute unpair exit play override overtake sum gain halve decipher seal redo unpin unset update upgrade upload use validate view visit vote vouch wait wake want warn watch weigh
  wish wonder work wrap yield`.split(/\s+/);

/** Words that are nouns far more often than verbs: they count only where a sentence begins with them, as an order. */
const NOUNS = new Set(
  `account address answer attempt back ban base batch block bound buffer call change check claim click count cover deal default
  delay demand end equal exchange filter fire force form forward free guard hit hope hurry import increase issue jump key kill
  label last lease lift like limit link list live load lock look lower mark match matter measure mention mind name need note
  notice number offer open order own pair pass pause pick pin place point poll post present press process promise purge queue
  quote raise record redirect release report request rest result return ring rise round route scan schedule search separate
  share sign sound stand start state stay store supply support surprise switch target test time touch trace track transfer
  transform trigger trim trust turn type update upgrade upload use view visit vote wait watch wish work wrap yield
  answers attempts calls changes checks claims clicks counts filters keys labels limits links lists loads marks matches
  measures names numbers offers orders pairs passes pauses pins places points polls posts presses processes promises queues
  quotes records releases reports requests results returns routes scans schedules searches shares signs sounds starts states
  stores switches targets tests times traces transfers transforms triggers turns types updates uploads uses views votes works
  set sets read copy plan log logs map maps empty cut cost costs split spread fit left lay hidden given found stop plans
  ships reply replies drop drops run runs shut found made sent held kept said written built paid`.split(
    /\s+/,
  ),
);

const thirdPerson = (verb: string): string => {
  if (/(?:s|sh|ch|x|z|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
};

const FINITE = new Set([...FORMS, ...REGULAR, ...REGULAR.map(thirdPerson)]);
const PAST = new Set(REGULAR.map((verb) => (verb.endsWith('e') ? `${verb}d` : `${verb}ed`)));
/** Words before a verb that never come directly before a noun. */
const VERB_BEFORE =
  /^(?:to|not|never|always|also|then|it|they|you|we|first|who|which|that|this|gatehouse|whatsapp|x|.*[^s]s)$/;
/** Words before a noun. */
const NOUN_BEFORE =
  /^(?:an?|the|of|for|in|on|by|with|at|from|its|their|his|your|no|each|every|any|all|more|other|these|those|such)$/;

/** Code counts as a name, of which nothing is known. */
export function hasVerb(sentence: string): boolean {
  const words = sentence
    .replaceAll(/`[^`]*`/g, 'x')
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[a-z'-]+/g);
  if (words === null || words.every((word) => /^(?:x|and|or)$/.test(word))) return true;
  return words.some((word, index) => {
    if (PAST.has(word) && index > 0) return !NOUN_BEFORE.test(words[index - 1] ?? '');
    if (!FINITE.has(word)) return false;
    if (!NOUNS.has(word) || index === 0) return true;
    const before = words[index - 1] ?? '';
    return VERB_BEFORE.test(before) || (word.endsWith('s') && !NOUN_BEFORE.test(before));
  });
}
