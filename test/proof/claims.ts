/**
 * What is checked about the models in `models/`, and what must come out. A model must hold with its own definitions. Without one of its
 * safeguards, or without one of its assumptions, it must fail in the way that is named here.
 */

export type Fault = keyof typeof faults

/** How a fault shows: by the assertion that fails, as Spin prints it, without blanks and parentheses. */
export const faults = {
  'a message comes twice': /(posted|notices|sent).*<=1/,
  'a replaced process writes': /fence==|==fence/,
  'a thread too many': /^threads<=/,
  'replies are refused for ever': /deletions/,
  'a good mention is given up': /^[01]&&_pid==0/,
  'something never comes': /^end:/,
  'the webhook hears of a claim first': /^event!=2/,
  'an event is lost': /^watermark==1&&isReceived/,
  'counts are overwritten': /^counted<=/,
  'a claim is overwritten': /^!hasClaimed/,
} as const

type Values = Record<string, string | number | boolean>

/** `without` is a safeguard or an assumption of the model. */
export type Claim = {
  model: string
  title: string
  values?: Values
  fails?: Fault
  /** Checks that no run goes on for ever, instead of what is asserted. */
  ends?: true
  /** The formula of the model that must hold for each fair run. */
  formula?: string
} & (
  | { without?: never; code?: never; remains?: never }
  /** The part of the code that is the safeguard: a file, and what it contains. */
  | { without: string; code: [file: string, contains: string]; remains?: never }
  /** What docs/reference/exceptions.md says: when a promise does not hold. */
  | { without: string; remains: string; code?: never }
)

type Variant = { title: string; values?: Values }

/** The models whose steps the tests take, too, and the sizes at which they compare the number of states with Spin's. */
export const models: Record<string, { holds: Variant[]; compared: Values[] }> = {
  post: {
    holds: [
      { title: 'one subscription posts each mention once, in order' },
      {
        title: 'it does so, too, if the store is replaced by an older or empty copy',
        values: { COPIES: 1 },
      },
    ],
    compared: [{ MENTIONS: 3 }, { MENTIONS: 2, COPIES: 1 }],
  },
  search: {
    holds: [{ title: 'the searches of a channel share their pages, and no message is posted twice' }],
    compared: [{}],
  },
  lease: {
    holds: [{ title: 'two processes post each mention once, in order, and write only with the lease' }],
    compared: [{ MENTIONS: 2, CRASHES: 1, LOSSES: 1 }],
  },
  'look-back': {
    holds: [
      { title: 'late and held mentions are posted once' },
      { title: 'an absurdly large id hides no mention', values: { ABSURD: true } },
    ],
    compared: [{}, { ABSURD: true }],
  },
  threads: {
    holds: [
      { title: 'a burst or a spike has one thread with each mention once' },
      { title: 'after a wiped disk, nothing in a thread is repeated', values: { WIPES: 1 } },
    ],
    compared: [{}, { WIPES: 1 }],
  },
  shared: {
    holds: [
      { title: 'a mention of two subscriptions comes once in their channel' },
      { title: 'it does so, too, after a wiped disk', values: { WIPES: 1 } },
    ],
    compared: [{}, { WIPES: 1 }],
  },
  'unknown-codes': {
    holds: [
      { title: 'a mention that Slack rejects with an unknown code is given up, and no other' },
      { title: 'no mention is given up because Slack has trouble', values: { IS_BAD: false } },
    ],
    compared: [{}, { IS_BAD: false }],
  },
  installations: {
    holds: [{ title: 'two installations post each mention once' }],
    compared: [{}],
  },
  notices: {
    holds: [{ title: 'a notice comes once' }],
    compared: [{}],
  },
  'given-again': {
    holds: [{ title: 'a mention service that loses its data repeats and hides nothing' }],
    compared: [{}],
  },
}

const twice = 'a message comes twice'
const lost = 'something never comes'
const lateWrite = 'a replaced process writes'
const recovery = 'src/engine/gates/recovery.ts'
const posting = 'src/engine/post/posting.ts'
const unconfirmed = 'packages/post-once/src/unconfirmed.ts'
const outbox = 'packages/post-once/src/outbox.ts'
const historySearch = 'packages/post-once/src/history-search.ts'
const storedCheckpoint = 'src/model/checkpoint.ts'
const checkpoint = 'src/engine/progress/checkpoint-changes.ts'
const leases = 'src/store/postgres/leases.ts'
const copied = { COPIES: 1 }

type Removal = { without: string; title: string; fails: Fault; values?: Values }
type Safeguard = Removal & { code: [string, string] }
type Assumption = Removal & { remains: string }

const safeguards: Record<string, Safeguard[]> = {
  post: [
    {
      without: 'PENDING_FIRST',
      title: 'the pending post is stored before the message is sent',
      fails: twice,
      code: [outbox, 'state = await journal.begin(state, pending)'],
    },
    {
      without: 'SEARCHES',
      title: 'an unconfirmed post is searched for before it is posted again',
      fails: twice,
      code: [unconfirmed, 'deps.readHistory('],
    },
    {
      without: 'WAITS',
      title: 'a receipt that is missing proves nothing before doubtSeconds are over',
      fails: twice,
      code: [unconfirmed, "if (searchedAt < end) return { kind: 'wait'"],
    },
    {
      without: 'SEARCHES_AFTER_WAIT',
      title: 'the search that decides begins after doubtSeconds',
      fails: twice,
      code: [unconfirmed, 'const since = searchedAt < end'],
    },
    {
      without: 'RECEIPT_NAMES_MENTIONS',
      title: 'a receipt proves only the mentions that it names',
      fails: lost,
      code: ['src/engine/post/post-receipt.ts', 'receipt.ids.join() === pending.ids.join()'],
    },
    {
      without: 'UNCLEAR_IS_UNCONFIRMED',
      title: 'an unclear answer counts as neither posted nor refused',
      fails: lost,
      code: [outbox, "return { kind: 'unconfirmed', reason: outcome.reason }"],
    },
    {
      without: 'POSTS_ONCE',
      title: "Slack's SDK does not repeat a post",
      fails: twice,
      code: ['packages/post-once/src/slack/client.ts', 'retries: 0'],
    },
    {
      without: 'COMMITS_WITH_NEXT',
      title: 'the write of the next pending post has the commit of the one before',
      fails: twice,
      code: [posting, 'saveCheckpoint(deps, run, { ...run.checkpoint, pending })'],
    },
    {
      without: 'VERIFIES',
      title: 'each process searches for posts beyond the checkpoint before it posts',
      values: copied,
      fails: twice,
      code: ['src/engine/gates/gates.ts', 'pass: verifyCheckpoint,'],
    },
    {
      without: 'WHOLE_SEARCH',
      title: 'an incomplete search is never taken for "nothing there"',
      values: copied,
      fails: twice,
      code: [recovery, "if (history.kind === 'unreachable') {"],
    },
    {
      without: 'STORES_FOUND',
      title: 'found posts are stored before the checkpoint counts as verified',
      values: copied,
      fails: twice,
      code: [recovery, 'The found posts must be stored before the checkpoint counts as verified.'],
    },
  ],
  search: [
    {
      without: 'ASKS_HOW_RECENT',
      title: 'a kept search counts only if it began after the moment that the sender names',
      fails: twice,
      code: [historySearch, 'search.startedAt >= since'],
    },
    {
      without: 'ASKS_HOW_FAR',
      title: 'a kept search counts only if it goes back as far as the sender needs',
      fails: twice,
      code: [historySearch, 'return isRecent && reachesBack'],
    },
    {
      without: 'BEGINS_WITH_FIRST_PAGE',
      title: 'a search that was continued is as old as its first page',
      fails: twice,
      code: [historySearch, 'if (search.pages === 0) search.startedAt = readAt'],
    },
    {
      without: 'READS_TO_END',
      title: 'a search proves that a post is missing only if its last page was read',
      fails: twice,
      code: [historySearch, 'const isWhole = cursor === undefined'],
    },
    {
      without: 'IS_STEADY',
      title: 'searches and waits are ordered by a clock that nobody can set',
      fails: twice,
      code: ['src/start/connect-services.ts', '?? readPage, steady)'],
    },
  ],
  lease: [
    {
      without: 'FENCES_PENDING',
      title: 'a pending post is written with the fence',
      fails: lateWrite,
      code: [leases, 'for key share'],
    },
    {
      without: 'FENCES_COMMIT',
      title: 'a commit is written with the fence',
      fails: lateWrite,
      code: ['src/store/postgres/checkpoints.ts', 'heldFence('],
    },
    {
      without: 'RAISES_FENCE',
      title: 'who takes the lease raises the fence',
      fails: lateWrite,
      code: [leases, 'set fence = next'],
    },
    {
      without: 'LOOKS_AT_CLOCK',
      title: 'a process that was held up after it stored the pending post does not send the message',
      fails: twice,
      code: [outbox, 'this process was held up'],
    },
    {
      without: 'SEARCHES',
      title: 'the next leader searches for the unconfirmed post of the last one',
      fails: twice,
      code: [posting, 'await resolveUnconfirmed(deps'],
    },
  ],
  'look-back': [
    {
      without: 'LOOKS_BACK',
      title: 'the watermark follows the newest id at a distance of 15 minutes',
      fails: lost,
      code: [checkpoint, 'if (isOld(batch, startedAt)) old.push('],
    },
    {
      without: 'LISTS_DONE',
      title: 'the ids above the watermark that are done are listed',
      fails: twice,
      code: [storedCheckpoint, 'const known = new Set(doneIdsIn(checkpoint))'],
    },
    {
      without: 'STAYS_BELOW_HELD',
      title: 'the watermark stays below a held mention',
      fails: lost,
      code: ['src/engine/run/finish-page.ts', 'idBefore(heldFrom)'],
    },
    {
      without: 'IGNORES_JUMPS',
      title: 'the watermark does not follow an absurdly large id',
      values: { ABSURD: true },
      fails: lost,
      code: [checkpoint, 'largestPlausibleId(checkpoint.watermark, doneIdsIn(checkpoint))'],
    },
  ],
  threads: [
    {
      without: 'STORES_THREAD_WITH_COMMIT',
      title: 'the write that commits the first message opens its thread',
      fails: 'a thread too many',
      code: [checkpoint, 'burst: { thread: ts, total'],
    },
    {
      without: 'PENDING_NAMES_REST',
      title: 'the pending post of a first message names the mentions of its thread',
      fails: 'a thread too many',
      code: [checkpoint, 'const opens = pending.burstIds ?? []'],
    },
    {
      without: 'SEARCHES_THREAD',
      title: 'an unconfirmed reply is searched for in its thread',
      fails: twice,
      code: [posting, 'thread: pending.thread'],
    },
    {
      without: 'READS_THREADS',
      title: 'after a wiped disk, the threads are read, too',
      values: { WIPES: 1 },
      fails: twice,
      code: [recovery, 'await readThreads(deps, run, parents)'],
    },
    {
      without: 'READS_BACK_TO_STORIES',
      title: 'after a wiped disk, the search reaches the cards of stories that may have replies',
      values: { WIPES: 1 },
      fails: twice,
      code: [recovery, 'rangeWithStories(run, end)'],
    },
    {
      without: 'CLOSES_REFUSED_THREAD',
      title: 'the rest of a thread that Slack refuses gets a new first message',
      fails: 'replies are refused for ever',
      code: ['src/engine/post/threads.ts', 'return closeBurst(checkpoint)'],
    },
  ],
  shared: [
    {
      without: 'ONE_AFTER_THE_OTHER',
      title: 'the subscriptions of a channel post one after the other',
      fails: twice,
      code: ['src/engine/shared/channel-posts.ts', 'inTurn: createKeyedMutex()'],
    },
    {
      without: 'ASKS_CARDS',
      title: 'a subscription asks the stored cards of its channel before each post',
      fails: twice,
      code: ['src/engine/shared/channel-posts.ts', 'cards(channel, now() - postedForMs)'],
    },
    {
      without: 'ASKS_PENDING',
      title: 'a subscription looks for the unconfirmed post of another one',
      fails: twice,
      code: ['src/engine/shared/join-posts.ts', 'await resolveUnconfirmed(deps'],
    },
    {
      without: 'CARD_BEFORE_COMMIT',
      title: 'the card is stored before the post is committed',
      fails: twice,
      code: ['src/engine/post/commit-message.ts', 'await rememberCard(deps'],
    },
    {
      without: 'TELLS_BEFORE_DONE',
      title: 'features hear of a joined post before the mention is done',
      fails: lost,
      code: ['src/engine/shared/join-posts.ts', 'await deps.told('],
    },
    {
      without: 'ADOPTS_RECEIPTS',
      title: 'after a wiped disk, the receipts of other subscriptions count',
      values: { WIPES: 1 },
      fails: twice,
      code: ['src/engine/gates/recovery.ts', 'idsOnlyInReceipts('],
    },
  ],
  'unknown-codes': [
    {
      without: 'TRIES_ANOTHER',
      title: 'after a refusal with an unknown code, another message is tried',
      fails: 'a good mention is given up',
      code: ['packages/post-once/src/unknown-codes.ts', 'export function nextToTry'],
    },
    {
      without: 'WAITS_FOR_ACCEPTED',
      title: 'a refused message is the cause only if Slack accepted another one since',
      fails: 'a good mention is given up',
      code: ['packages/post-once/src/unknown-codes.ts', 'export function blame'],
    },
  ],
  installations: [
    {
      without: 'YOUNGER_WAITS',
      title: 'the younger installation waits',
      fails: twice,
      code: ['src/engine/gates/gates.ts', 'pass: waitForOlder }'],
    },
    {
      without: 'SEARCHES_AFTER_WAIT',
      title: 'the younger installation searches the channel after its wait',
      fails: twice,
      code: ['src/engine/gates/older-installation.ts', 'await verifyCheckpoint(deps, searchedAfterWait'],
    },
    {
      without: 'ENDS_WAIT',
      title: 'a silent older installation counts as ended',
      fails: lost,
      code: ['src/engine/gates/older-installation.ts', 'olderIsGone(key)'],
    },
  ],
  notices: [
    {
      without: 'NOTICE_FIRST',
      title: 'a notice is stored before its announcement',
      fails: lost,
      code: ['src/engine/spikes/notices.ts', 'await addNotice('],
    },
    {
      without: 'DROPS_UNANNOUNCED',
      title: 'a notice without an announcement is dropped',
      fails: lost,
      code: ['src/reminders/notice-kind.ts', "return 'gone'"],
    },
    {
      without: 'PENDING_FIRST',
      title: 'a notice is pending before it is sent',
      fails: twice,
      code: ['src/reminders/reminder-sender.ts', 'begin'],
    },
    {
      without: 'LOOKS_FOR_MARK',
      title: 'a pending notice is looked for before it is sent again',
      fails: twice,
      code: ['src/reminders/reminder-sender.ts', 'resolveUnconfirmed('],
    },
  ],
  'given-again': [
    {
      without: 'TELLS_GAP',
      title: 'the own mention service tells the gaps in its ids',
      fails: twice,
      code: ['packages/listen/src/api/mention-list.ts', 'overheard_id_gaps'],
    },
    {
      without: 'NOTES_FIRST',
      title: 'a loss is noted before the watermark leaves the gap',
      fails: twice,
      code: ['src/engine/run/decide-page.ts', 'withIdGaps(before, page.idGaps)'],
    },
    {
      without: 'STORES_NOTE',
      title: 'the checkpoint has the note of a loss',
      fails: twice,
      code: [storedCheckpoint, 'givenAgain: z.object('],
    },
    {
      without: 'COMPARES',
      title: 'mentions that may be given again are compared with the receipts',
      fails: twice,
      code: ['src/engine/gates/gates.ts', 'pass: withoutPosted,'],
    },
    {
      without: 'READS_AGAIN',
      title: 'after another loss the receipts are read again',
      fails: twice,
      code: ['src/engine/gates/given-again.ts', 'known.gap === gap'],
    },
    {
      without: 'MOVES_IDS',
      title: 'ids begin above those that a client has read',
      fails: lost,
      code: ['packages/listen/src/api/mention-list.ts', 'clientHasRead(query.since_id)'],
    },
    {
      without: 'SKIPS_OLDER',
      title: 'what the initial sync skipped is skipped again',
      fails: twice,
      code: ['src/engine/gates/given-again.ts', 'skippedBefore(deps, run, postedBefore, unknown)'],
    },
  ],
}

const storedLate =
  'If Slack stores a message later than `doubtSeconds` after it was sent, the message can appear twice.'

const assumptions: Record<string, Assumption[]> = {
  post: [
    {
      without: 'STORED_IN_TIME',
      title: 'Slack stores a message later than doubtSeconds',
      fails: twice,
      remains: storedLate,
    },
    {
      without: 'READABLE',
      title: 'the history cannot be read',
      fails: twice,
      remains:
        'If the history of a channel cannot be read, or only in part, an unconfirmed post is repeated. This is reported.',
    },
    {
      without: 'REACHES_BACK',
      title: 'too many other messages hide our posts',
      values: copied,
      fails: twice,
      remains:
        'If a channel has had more than twenty pages of other messages since our last one, an old copy of the store looks like the newest state: what was posted since may come twice.',
    },
    {
      without: 'KEEPS_MESSAGES',
      title: 'a person deletes an unconfirmed message',
      fails: twice,
      remains:
        'Deleting our messages deletes receipts, so an unconfirmed post that a person deletes at once comes again.',
    },
    {
      without: 'SAME_CHANNEL',
      title: 'the channel changes before the disk is wiped',
      values: copied,
      fails: twice,
      remains:
        'A channel knows nothing about posts in another channel: if a subscription gets another channel and the disk is wiped soon after, mentions of the last 15 minutes before may come once more.',
    },
    {
      without: 'KEEPS_METADATA',
      title: 'Slack drops the metadata before the disk is wiped',
      values: copied,
      fails: twice,
      remains:
        'A message without metadata is recognised by the id of its first block, but only by a process that knows which mentions it holds. After a wiped disk no process does.',
    },
    {
      without: 'KEEPS_UPDATED',
      title: 'Slack drops the metadata at an update before the disk is wiped',
      values: copied,
      fails: twice,
      remains:
        "If Slack dropped a receipt at an update, such a message would not count after a wiped disk. Slack's reference says that `chat.update` without metadata keeps it; only the embedded workspace shows it (L12).",
    },
    {
      without: 'REPLACED_LATER',
      title: 'the store is replaced while a message is on its way',
      values: copied,
      fails: twice,
      remains:
        'If the disk is wiped, or an older copy put back, within `doubtSeconds` after a process died while it sent a message, the message can appear twice.',
    },
  ],
  lease: [
    {
      without: 'SENT_IN_TIME',
      title: 'a process is held up after it looked at the clock',
      fails: twice,
      remains:
        'With several processes, or a folder that another machine takes over, what remains is the moment between storing a pending post and sending it. A process that is held up there for more than five seconds after it has looked at the clock can post twice.',
    },
    {
      without: 'STORED_IN_TIME',
      title: 'Slack stores the message of a frozen leader late',
      fails: twice,
      remains: storedLate,
    },
  ],
  'look-back': [
    {
      without: 'VISIBLE_IN_TIME',
      title: 'a mention becomes visible after the look-back',
      fails: lost,
      remains:
        'A mention that becomes visible more than 15 minutes after a larger id was posted is not posted.',
    },
  ],
  shared: [
    {
      without: 'SAME_ALERT',
      title: 'two alerts find a mention, and the disk is wiped',
      values: { WIPES: 1 },
      fails: twice,
      remains:
        'A mention that two alerts find under one id comes twice in a channel if the store was wiped in between, because receipts name no addresses.',
    },
    {
      without: 'CARDS_ARE_KEPT',
      title: 'a subscription reads a mention when its card is forgotten',
      fails: twice,
      remains: 'A mention that a subscription joins more than 30 days after its post comes again.',
    },
  ],
  'unknown-codes': [
    {
      without: 'ONE_TROUBLE_AT_A_TIME',
      title: "Slack's trouble begins again right after it accepted a message",
      fails: 'a good mention is given up',
      remains:
        'If Slack rejects a mention in every form with an unknown code, accepts one other message, and then rejects everything again, that mention is taken for the cause.',
    },
  ],
  'given-again': [
    {
      without: 'HAVE_IDENTITIES',
      title: 'a receipt has no identities',
      fails: twice,
      remains:
        'With the own mention service: a mention that was posted by a version whose receipts have no identities comes again if `mentions.sqlite` is lost, while its source gives it and `maxAge` allows it.',
    },
    {
      without: 'SAME_ITEM',
      title: 'a source gives an item as another one',
      fails: twice,
      remains:
        'With the own mention service: if a source changes what identifies an item between its post and its first answer after a loss (id and address; id and title at a shared address; id, time and text), the item comes again.',
    },
    {
      without: 'REACHES_FAR_BACK',
      title: 'the receipts are not read back to a post',
      fails: twice,
      remains:
        'With the own mention service: if the data was lost and the receipts of a mention cannot be read (more than twenty pages since; no date and a post older than 31 days), the mention comes again. The first is reported.',
    },
    {
      without: 'SAME_ALERTS',
      title: 'an alert gets another number',
      fails: twice,
      remains:
        'With the own mention service: the numbers of alerts follow the order in which they were made. If alerts were removed or reordered since, and `mentions.sqlite` is lost, subscriptions can begin anew and post their `backfill` again.',
    },
    {
      without: 'NO_DUPLICATE',
      title: 'a duplicate has joined a card',
      fails: twice,
      remains:
        'With the own mention service: a duplicate that joined a card without a reply has no receipt. If the data of the service and the store of the bot are lost, it gets its own card.',
    },
    {
      without: 'SEEN_BEFORE_LOSS',
      title: 'a mention from before the subscription is found only after the loss',
      fails: lost,
      remains:
        'With the own mention service: a mention that is older than the first message of a subscription counts as skipped. If it was found only after a loss, it is not posted.',
    },
  ],
  installations: [
    {
      without: 'NOTICED',
      title: 'the younger installation has not noticed the older one',
      fails: twice,
      remains:
        "Two installations post mentions twice until the younger one has noticed the older one: half a minute after its start, or, if Slack's events and its count of connections show nothing, until the next look at the channel (ten minutes).",
    },
    {
      without: 'IDS_DIFFER',
      title: 'one store is a copy of the other',
      fails: twice,
      remains: 'Two installations whose stores are copies of each other post twice until a person ends one.',
    },
    {
      without: 'NAMES_ARE_EQUAL',
      title: 'the subscriptions have other names',
      fails: twice,
      remains: 'Two installations that use other names for the same subscription are not noticed.',
    },
    {
      without: 'HOLDS_EVERYTHING',
      title: 'both installations send a notice',
      fails: twice,
      remains:
        'The younger installation keeps back mentions only. Digests, notices and reminders of both are posted, and commands, presses and events reach one of them by chance.',
    },
    {
      without: 'OLDER_POSTS_ALL',
      title: 'the older installation drops a mention',
      fails: lost,
      remains:
        'What the older installation does not post (other filters or mutes, a duplicate) the younger one posts if the older one is silent during the wait.',
    },
  ],
  notices: [
    {
      without: 'NO_OLD_BACKUP',
      title: 'a backup from before a notice is put back',
      fails: twice,
      remains:
        'After an old backup was restored, what waited in it is sent again: reminders and calls that were due since, and events of webhooks (with the same ids).',
    },
    {
      without: 'CLAIMS_ARE_IN_BACKUP',
      title: 'a backup from before a claim is put back',
      fails: lost,
      remains:
        'After an old backup was restored, claims and other changes of cards since then are missing; the messages in Slack show them until they are drawn again.',
    },
    {
      without: 'NOT_REFUSED',
      title: 'Slack refuses a notice for a week',
      fails: lost,
      remains:
        'A notice of a silence or of the plan is given up, and logged, if Slack refuses it for a week or rejects the message itself.',
    },
    {
      without: 'WRITES_ARE_QUICK',
      title: 'a process is frozen between the two writes of a notice',
      fails: lost,
      remains:
        'A notice is missing if more than a minute passes between its two writes (see [reminders](../build/delivery.md#reminders)), because the process was frozen.',
    },
  ],
}

/** records.pml: what the leader writes beside posts. It has flags instead of definitions, and its processes have several steps. */
const records: Claim[] = [
  { title: 'cards and counts are written only with the lease', values: {} },
  { title: 'no notice is sent twice or without the lease', values: { NOTICE: true } },
  { title: 'a notice is sent at last', values: { NOTICE: true, CRASHES: 1 }, formula: 'all' },
  { title: 'a webhook receives events in order, and none without the lease', values: { WEBHOOK: true } },
  { title: 'a webhook receives all events at last', values: { WEBHOOK: true, CRASHES: 1 }, formula: 'all' },
  ...[['CARD'], ['COUNTS'], ['NOTICE', 'NOTICE'], ['QUEUE', 'WEBHOOK'], ['REMOVAL', 'WEBHOOK']].map(
    ([write = '', flag]) => ({
      title: `without the fence of this write, a replaced process writes: ${write.toLowerCase()}`,
      values: { [`NO_FENCE_${write}`]: true, ...(flag === undefined ? {} : { [flag]: true }) },
      fails: lateWrite as Fault,
    }),
  ),
  {
    title: 'if a card is stored before its event is queued, the webhook may hear of the claim first',
    values: { WEBHOOK: true, CARD_FIRST: true },
    fails: 'the webhook hears of a claim first' as const,
  },
  {
    title: 'if a post is committed before its event is queued, the event may be lost',
    values: { WEBHOOK: true, COMMIT_FIRST: true },
    fails: 'an event is lost' as const,
  },
  {
    title: 'if an event is removed before it was received, it may be lost',
    values: { WEBHOOK: true, REMOVED_FIRST: true },
    fails: 'an event is lost' as const,
  },
  {
    title: 'counts without fence are overwritten by older ones',
    values: { EFFECTS: true, NO_FENCE_COUNTS: true },
    fails: 'counts are overwritten' as const,
  },
  {
    title: 'a notice without fence, and without a check of what is stored, is sent twice',
    values: { EFFECTS: true, NOTICE: true, NO_FENCE_NOTICE: true, BLIND_NOTICE: true },
    fails: twice as Fault,
  },
  {
    title: 'a card that replaces the stored one overwrites a claim, also with a fence',
    values: { BLIND_CARD: true },
    fails: 'a claim is overwritten' as const,
  },
].map((claim) => ({ model: 'records', ...claim }))

/** What Slack's answer, remembered in memory, is good for: with the history unreadable, nothing else shows that Slack has the message. */
const remembered: Claim[] = [
  {
    model: 'post',
    title: 'without crashes and lost answers, nothing comes twice although the history cannot be read',
    values: { READABLE: false, CRASHES: 0, LOSSES: 0 },
  },
  {
    model: 'post',
    title: 'the process remembers an answer of Slack that it could not store',
    without: 'REMEMBERS_ANSWER',
    values: { READABLE: false, CRASHES: 0, LOSSES: 0 },
    fails: twice,
    code: ['packages/post-once/src/outbox-memory.ts', 'addConfirmed'],
  },
]

export const claims: Claim[] = [
  ...Object.entries(models).flatMap(([model, { holds }]) =>
    holds.flatMap((variant): Claim[] => [
      { model, ...variant },
      { model, ...variant, title: `every run ends: ${variant.title}`, ends: true },
    ]),
  ),
  ...Object.entries(safeguards).flatMap(([model, list]) => list.map((one): Claim => ({ model, ...one }))),
  ...remembered,
  ...Object.entries(assumptions).flatMap(([model, list]) => list.map((one): Claim => ({ model, ...one }))),
  ...records,
]
