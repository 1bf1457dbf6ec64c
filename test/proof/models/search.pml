/*
 * Searches of one channel, and the last search, which is kept for all who search (packages/post-once/src/history-search.ts).
 *
 * A sender posts its messages one after the other. Slack's answer may be lost, with the message stored at once, late or never. Then the sender
 * waits, and the search that decides must have begun after the wait. A search has two pages, newest messages first: ours may all be on the
 * second one, behind those of other people. The second page continues the first, so it shows nothing that came later. Other senders search the
 * channel, too: from any message on, and as far as they need. What they have read, and where they stopped, is kept.
 *
 * The steady clock counts the moments at which a wait ends.
 *
 * What must hold: nothing is posted twice, and every run ends with each message posted once.
 */
#define MENTIONS 3
#define LOSSES 3          /* lost answers */
#define OTHERS 2          /* searches of other senders */

/* Safeguards of the code. */
#define ASKS_HOW_RECENT true
#define ASKS_HOW_FAR true
#define BEGINS_WITH_FIRST_PAGE true
#define READS_TO_END true
#define IS_STEADY true

/* The phases of the sender. */
#define READY 0
#define LOST 1            /* a post is unconfirmed, and the wait goes on */
#define WAITED 2          /* the wait is over */

byte phase = READY;
byte done = 0;
byte losses = 0;
byte posted[MENTIONS + 2];
byte newest = 0;
byte late = 0;
byte now = 0;
bool wasSetBack = false;
/* The search that decides must have begun then, or later. */
byte since = 0;

/* The kept search: when it began, the newest and the oldest message that it shows, and how many of its pages were read. */
byte keptAt = 0;
byte keptUpTo = 0;
byte keptFrom = 0;
byte pages = 0;
/* Our messages are on its second page. */
bool isBehind = false;
byte others = 0;

#define NEXT (done + 1)
#define ONCE assert(posted[done + 1] <= 1)
#define IS_RECENT (phase == LOST || keptAt >= since || !ASKS_HOW_RECENT)
#define REACHES_BACK (keptFrom <= done + 1 || !ASKS_HOW_FAR)
#define FITS (pages > 0 && IS_RECENT && REACHES_BACK)
#define SHOWS_NEXT (keptUpTo >= done + 1 && keptFrom <= done + 1 && (pages == 2 || !isBehind))
#define MAY_SEND (phase == READY && done < MENTIONS)

active proctype sender() {
end:
  do
  /* It sends the message, and Slack confirms it. */
  :: d_step { MAY_SEND -> posted[done + 1]++; ONCE; newest = NEXT; done++ }
  /* Slack stores it, and the answer is lost. */
  :: d_step { MAY_SEND && losses < LOSSES -> losses++; posted[done + 1]++; ONCE; newest = NEXT; phase = LOST }
  /* Slack never stores it. */
  :: d_step { MAY_SEND && losses < LOSSES -> losses++; phase = LOST }
  /* Slack stores it later. */
  :: d_step { MAY_SEND && losses < LOSSES -> losses++; late = NEXT; phase = LOST }
  /* The wait is over. */
  :: d_step { phase == LOST && late == 0 -> now++; since = now; phase = WAITED }
  /* No kept search fits, so a search begins, from the last message on. */
  :: d_step { phase != READY && !FITS -> keptAt = now; keptUpTo = newest; keptFrom = NEXT; pages = 1; isBehind = false }
  :: d_step { phase != READY && !FITS -> keptAt = now; keptUpTo = newest; keptFrom = NEXT; pages = 1; isBehind = true }
  /* It reads the next page of the kept search. */
  :: d_step { phase != READY && FITS && pages == 1 && !SHOWS_NEXT -> pages = 2; keptAt = (BEGINS_WITH_FIRST_PAGE -> keptAt : now) }
  /* The receipt is there. */
  :: d_step { phase != READY && FITS && SHOWS_NEXT -> done++; phase = READY }
  /* The receipt is not there after the wait, so the message must be posted again. */
  :: d_step { phase == WAITED && FITS && !SHOWS_NEXT && (pages == 2 || !READS_TO_END) -> phase = READY }
  od
}

active proctype otherSenders() {
end:
  do
  /* Another sender searches the channel: the whole of it, or for what is newer than all messages so far. */
  :: d_step { others < OTHERS -> others++; keptAt = now; keptUpTo = newest; keptFrom = 0; pages = 1; isBehind = false }
  :: d_step { others < OTHERS -> others++; keptAt = now; keptUpTo = newest; keptFrom = 0; pages = 1; isBehind = true }
  :: d_step { others < OTHERS -> others++; keptAt = now; keptUpTo = newest; keptFrom = newest + 1; pages = 1; isBehind = false }
  /* It reads the next page. */
  :: d_step { pages == 1 && others > 0 -> pages = 2; keptAt = (BEGINS_WITH_FIRST_PAGE -> keptAt : now) }
  od
}

active proctype slack() {
end:
  do
  /* Slack stores a late message. */
  :: d_step { late > 0 -> posted[late]++; assert(posted[late] <= 1); newest = late; late = 0 }
  od
}

active proctype clock() {
end:
  do
  /* Somebody sets the machine's clock back. */
  :: d_step { !IS_STEADY && !wasSetBack && now > 0 -> now = 0; wasSetBack = true }
  od
}

/* When nothing more can happen, everything is posted. */
active proctype ending() {
  timeout;
  assert(done == MENTIONS && newest == MENTIONS)
}
