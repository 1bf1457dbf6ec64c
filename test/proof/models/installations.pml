/*
 * Two installations with the same tokens and subscriptions (docs/build/delivery.md, "Several installations"). Process 0 is the older one, process
 * 1 the younger one. Each has its own store, and posts every mention, unless it waits.
 *
 * The younger one leaves each mention to the older one for a while, and then searches the channel. If the older one has posted nothing
 * meanwhile, it has ended. Either may end for good (END). That a post itself comes once is shown by post.pml; here it is one step.
 *
 * What must hold: no mention twice, and every mention is posted by whoever still runs.
 */
#define MENTIONS 4
#define ENDS 1

/* Safeguards of the code. */
#define YOUNGER_WAITS true
#define SEARCHES_AFTER_WAIT true
#define ENDS_WAIT true

/* Assumptions. */
#define NOTICED true      /* the younger one has noticed the older one before it posts */
#define IDS_DIFFER true   /* no store is a copy of the other */
#define NAMES_ARE_EQUAL true
#define OLDER_POSTS_ALL true
#define HOLDS_EVERYTHING true   /* not only mentions */

byte done[2] = 0;
bool runs[2] = true;
byte posted[MENTIONS + 2];
byte newest = 0;
/* The memory of the younger one: it waits, for this mention, since the older one had posted so many. */
bool waits = false;
bool isOver = false;
byte newestBefore = 0;
bool knows = false;
byte ends = 0;
/* A mention that the filters of the older one drop. */
byte dropped = 0;
byte notices = 0;

#define NEXT (done[_pid] + 1)
#define IS_YOUNGER (_pid == 1)
#define LEAVES_IT (IS_YOUNGER && YOUNGER_WAITS && knows && IDS_DIFFER && NAMES_ARE_EQUAL)
#define ALL_POSTED (posted[1] == 1 && posted[2] == 1 && posted[3] == 1 && posted[4] == 1)

active [2] proctype installation() {
end:
  do
  /* It posts the next mention. */
  :: d_step { runs[_pid] && done[_pid] < MENTIONS && !LEAVES_IT && !(IS_YOUNGER && NOTICED && !knows && runs[0] && IDS_DIFFER && NAMES_ARE_EQUAL) && !(_pid == 0 && dropped == NEXT) -> posted[NEXT]++; assert(posted[NEXT] <= 1); newest = (newest > NEXT -> newest : NEXT); done[_pid]++ }
  /* Its filters drop it. */
  :: d_step { !OLDER_POSTS_ALL && runs[_pid] && _pid == 0 && done[_pid] < MENTIONS && dropped == NEXT -> done[_pid]++ }
  /* The younger one notices a message of the older one. */
  :: d_step { IS_YOUNGER && runs[1] && !knows && runs[0] && (NOTICED || newest > 0) && IDS_DIFFER && NAMES_ARE_EQUAL -> knows = true }
  /* It leaves the next mention to the older one. */
  :: d_step { LEAVES_IT && runs[1] && !waits && done[1] < MENTIONS -> waits = true; newestBefore = newest }
  /* The wait is over. The older one has had time to post what it wants to post. */
  :: d_step { LEAVES_IT && waits && !isOver && (!runs[0] || done[0] > done[1]) -> isOver = true }
  /* It searches the channel: what is there is done. */
  :: d_step { LEAVES_IT && isOver && SEARCHES_AFTER_WAIT && newest > done[1] -> done[1] = newest; waits = false; isOver = false }
  :: d_step { LEAVES_IT && isOver && !SEARCHES_AFTER_WAIT -> knows = false; waits = false; isOver = false }
  /* The older one has posted nothing, so it has ended. */
  :: d_step { LEAVES_IT && isOver && newest <= done[1] && newest == newestBefore && ENDS_WAIT -> knows = false; waits = false; isOver = false }
  /* Each sends its notices. */
  :: d_step { runs[_pid] && !HOLDS_EVERYTHING && notices <= _pid -> notices++; assert(notices <= 1) }
  od
}

active proctype world() {
end:
  do
  /* A person ends one of them for good. */
  :: d_step { ends < ENDS && runs[0] && (knows || !NOTICED) -> ends++; runs[0] = false }
  :: d_step { ends < ENDS && runs[1] -> ends++; runs[1] = false }
  /* The older one gets a filter that drops a mention. */
  :: d_step { !OLDER_POSTS_ALL && dropped == 0 && done[0] == 1 -> dropped = 2 }
  od
}

active proctype ending() {
  timeout;
  assert(ALL_POSTED)
}
