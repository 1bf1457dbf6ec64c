/*
 * One subscription posts its mentions, with one process at a time (docs/build/delivery.md, "How one message is posted").
 *
 * The process may die between any two steps. Slack's answer may be lost, with the message stored at once, late or never. A write of the
 * store may fail, with or without effect. The store may be replaced by an older copy or by an empty one while no process runs. A search of
 * the channel may need several polls, because Slack cuts its pages or refuses the next one.
 *
 * What must hold: nothing is posted twice, mentions are posted in order, and every run ends with each mention posted once.
 *
 * The mentions are numbered in the order in which the rules let them pass. Each line of a process is one step that may happen whenever its
 * condition (before the arrow) is true. The comment behind a step is what a trace of the real program shows of it.
 */
#define MENTIONS 4
#define CRASHES 3
#define LOSSES 3          /* lost answers */
#define FAILURES 1        /* failed writes */
#define REFUSALS 1        /* messages that Slack refuses or delays */
#define COPIES 0          /* replacements of the store by an older or empty copy */
#define ANNOUNCES true    /* Slack announces posts to the process */
#define REPEATS false     /* in traces: faults are not counted, and a poll may find nothing to do, and store what is stored already */

/* Safeguards of the code: see safeguards.ts. */
#define PENDING_FIRST true
#define SEARCHES true
#define WAITS true
#define SEARCHES_AFTER_WAIT true
#define RECEIPT_NAMES_MENTIONS true
#define UNCLEAR_IS_UNCONFIRMED true
#define POSTS_ONCE true
#define VERIFIES true
#define WHOLE_SEARCH true
#define STORES_FOUND true
#define REMEMBERS_ANSWER true
#define COMMITS_WITH_NEXT true

/* Assumptions: see claims.ts. */
#define STORED_IN_TIME true
#define READABLE true
#define REACHES_BACK true
#define KEEPS_MESSAGES true
#define KEEPS_METADATA true
#define KEEPS_UPDATED true
#define SAME_CHANNEL true
#define REPLACED_LATER true

/* The phases of the process. */
#define DOWN 0
#define FRESH 1           /* it has read nothing yet */
#define READY 2
#define STORED 3          /* the pending post is stored, and not sent */
#define SENT 4            /* the answer will come */
#define LOST 5            /* the answer will not come */
#define REFUSED 6
#define UNCLEAR 7         /* a pending post is unconfirmed */
#define FOUND 8           /* it is confirmed, and not committed */
#define ADOPTED 9         /* posts beyond the checkpoint were found, and are not stored */

/* The store, and its copy. `committed` counts the mentions that are done; `pending`: the next one has a pending post. */
byte committed = 0;
bool pending = false;
byte copied = 0;
bool copiedPending = false;

/* Slack: how often each mention is in the channel, the newest one, and one that it stores later. */
byte posted[MENTIONS + 2];
byte newest = 0;
byte late = 0;
/* The first message that a search for unknown posts does not show, and if it is deleted. */
byte unseen = 0;
bool isDeleted = false;

/* The memory of the process. `done` counts the mentions that are done. `reading`: a search has begun (1) or continues later (2). */
byte phase = DOWN;
byte done = 0;
byte confirmed = 0;
bool announced = false;
bool verified = false;
/* Only in traces: the process has read a first page of the channel, which showed posts up to this one. */
bool hasLooked = false;
byte shown = 0;
byte reading = 0;
byte seen = 0;
bool isSure = false;
bool waited = false;
bool rests = false;

byte crashes = 0;
byte losses = 0;
byte failures = 0;
byte refusals = 0;
byte copies = 0;

#define NEXT (done + 1)
#define FORGET_POST announced = false; reading = 0; seen = 0; isSure = false; waited = false; rests = false
#define FORGET_ALL done = 0; confirmed = 0; verified = false; hasLooked = false; shown = 0; announced = false; reading = 0; seen = 0; isSure = false; waited = false; rests = false
#define HAS_NEXT (posted[done + 1] > 0 && !(isDeleted && unseen == done + 1))
#define PROVES_NEXT (HAS_NEXT || (!RECEIPT_NAMES_MENTIONS && done > 0))
#define NEWEST_SEEN (unseen > 0 && unseen <= newest -> unseen - 1 : newest)
#define ONCE assert(posted[done + 1] <= 1); assert(done == 0 || posted[done] > 0)
#define MAY_BEGIN (phase == READY && verified && done < MENTIONS)
#define ALL_DONE (committed == MENTIONS && !pending && newest == MENTIONS)

active proctype process() {
end:
  do
  /* The process starts. */
  :: d_step { phase == DOWN -> phase = FRESH }
  /* The process dies, and its memory is lost. */
  :: d_step { phase != DOWN && crashes < CRASHES -> crashes = (REPEATS -> 0 : crashes + 1); phase = DOWN; FORGET_ALL } /* dies() */
  /* It reads the checkpoint. Whether a pending post arrived must be found out, unless Slack's answer is still remembered. */
  :: d_step { phase == FRESH -> done = committed; phase = (pending -> (REMEMBERS_ANSWER && confirmed == committed + 1 -> FOUND : UNCLEAR) : READY); FORGET_POST } /* loads(committed, pending) */
  /* It stores the pending post, with the commit of the one before. */
  :: d_step { PENDING_FIRST && MAY_BEGIN -> committed = (COMMITS_WITH_NEXT -> done : committed); pending = true; phase = STORED; FORGET_POST } /* saves(done, 1) */
  :: d_step { !PENDING_FIRST && MAY_BEGIN -> phase = STORED; FORGET_POST }
  /* This write fails without effect, so the run ends. */
  :: d_step { PENDING_FIRST && MAY_BEGIN && failures < FAILURES -> failures = (REPEATS -> 0 : failures + 1); phase = FRESH } /* fails(done, 1) */
  /* This write fails, but is stored. */
  :: d_step { PENDING_FIRST && MAY_BEGIN && failures < FAILURES -> failures = (REPEATS -> 0 : failures + 1); committed = done; pending = true; phase = FRESH } /* fails(done, 1) */
  /* It sends the message, and Slack confirms it. */
  :: d_step { phase == STORED -> posted[done + 1]++; ONCE; newest = (newest > NEXT -> newest : NEXT); phase = SENT } /* posts(NEXT) */
  /* It sends the message; Slack stores it, and the answer is lost. */
  :: d_step { phase == STORED && losses < LOSSES -> losses = (REPEATS -> 0 : losses + 1); posted[done + 1]++; ONCE; newest = (newest > NEXT -> newest : NEXT); phase = LOST } /* posts(NEXT) */
  /* It sends the message, and Slack never stores it. */
  :: d_step { phase == STORED && losses < LOSSES -> losses = (REPEATS -> 0 : losses + 1); phase = LOST } /* posts(NEXT) */
  /* It sends the message; the answer is lost, and Slack stores the message later. */
  :: d_step { phase == STORED && losses < LOSSES && late == 0 -> losses = (REPEATS -> 0 : losses + 1); late = NEXT; phase = LOST } /* posts(NEXT) */
  /* It sends the message, and Slack refuses it. */
  :: d_step { phase == STORED && refusals < REFUSALS -> refusals = (REPEATS -> 0 : refusals + 1); phase = REFUSED } /* posts(NEXT) */
  /* Slack's answer confirms the message. */
  :: d_step { phase == SENT -> confirmed = NEXT; done++; phase = READY } /* hears(1) */
  /* There is no clear answer. */
  :: d_step { phase == LOST -> phase = (UNCLEAR_IS_UNCONFIRMED -> UNCLEAR : READY); done = (UNCLEAR_IS_UNCONFIRMED -> done : NEXT); phase = (POSTS_ONCE -> phase : STORED) } /* hears(0) */
  /* Slack has refused the message; another form of it, or the same later, begins again. */
  :: d_step { phase == REFUSED -> phase = READY } /* hears(2) */
  /* It stores its progress, with no pending post. */
  :: d_step { phase == READY && (pending || done != committed) -> committed = done; pending = false } /* saves(done, 0) */
  :: d_step { phase == READY && (pending || done != committed) && failures < FAILURES -> failures = (REPEATS -> 0 : failures + 1); phase = FRESH } /* fails(done, 0) */
  :: d_step { phase == READY && (pending || done != committed) && failures < FAILURES -> failures = (REPEATS -> 0 : failures + 1); committed = done; pending = false; phase = FRESH } /* fails(done, 0) */
  /* Slack has announced the unconfirmed post, so it has arrived. */
  :: d_step { phase == UNCLEAR && announced -> phase = FOUND }
  /* A search for the receipt of the unconfirmed post begins. It shows what Slack has at this moment. */
  :: d_step { phase == UNCLEAR && SEARCHES && READABLE && (REPEATS || (reading == 0 && !rests)) -> reading = 1; seen = (PROVES_NEXT -> 1 : 0); isSure = waited; hasLooked = REPEATS; shown = (REPEATS -> NEWEST_SEEN : 0) } /* reads(waited) */
  /* The search is cut, and a later poll continues it. */
  :: d_step { phase == UNCLEAR && reading == 1 -> reading = 2 } /* searches(0) */
  /* The receipt is there. */
  :: d_step { phase == UNCLEAR && reading > 0 && seen > 0 -> phase = FOUND } /* searches(1) */
  /* The receipt is not there, and doubtSeconds are not over. */
  :: d_step { phase == UNCLEAR && reading > 0 && seen == 0 && WAITS && !(isSure || (!SEARCHES_AFTER_WAIT && waited)) -> reading = 0; rests = !waited } /* searches(1) */
  /* The receipt is not there after doubtSeconds, so the message must be posted again. */
  :: d_step { phase == UNCLEAR && reading > 0 && seen == 0 && (!WAITS || isSure || (!SEARCHES_AFTER_WAIT && waited)) -> phase = READY; FORGET_POST } /* searches(1) */
  /* The history cannot be read, so the message is posted again after doubtSeconds. */
  :: d_step { phase == UNCLEAR && !READABLE && waited -> phase = READY; FORGET_POST } /* searches(1) */
  :: d_step { phase == UNCLEAR && !SEARCHES -> phase = READY; FORGET_POST }
  /* doubtSeconds are over. */
  :: d_step { phase == UNCLEAR && !waited && (late == 0 || !STORED_IN_TIME) -> waited = true; rests = false }
  /* It commits a post that was found, with a write of its own. */
  :: d_step { phase == FOUND -> committed = NEXT; pending = false; done++; phase = READY; FORGET_POST } /* saves(done + 1, 0) */
  :: d_step { phase == FOUND && failures < FAILURES -> failures = (REPEATS -> 0 : failures + 1); phase = FRESH } /* fails(done + 1, 0) */
  :: d_step { phase == FOUND && failures < FAILURES -> failures = (REPEATS -> 0 : failures + 1); committed = NEXT; pending = false; phase = FRESH } /* fails(done + 1, 0) */
  /* Before its first post, the process searches the channel for posts beyond the checkpoint. */
  :: d_step { VERIFIES && READABLE && phase == READY && !verified && reading == 0 && (!REPEATS || hasLooked) -> reading = 1; seen = (REPEATS -> shown : NEWEST_SEEN) }
  /* That search is cut, and a later poll continues it. */
  :: d_step { phase == READY && !verified && reading == 1 -> reading = 2; verified = !WHOLE_SEARCH } /* searches(0) */
  /* It finds no post that the checkpoint does not know. */
  :: d_step { phase == READY && !verified && reading > 0 && seen <= done -> verified = true; reading = 0; seen = 0 } /* searches(1) */
  /* It finds posts: these are done, as soon as they are stored. */
  :: d_step { phase == READY && !verified && reading > 0 && seen > done -> done = seen; phase = (STORES_FOUND -> ADOPTED : READY); verified = !STORES_FOUND; reading = 0; seen = 0 } /* searches(1) */
  :: d_step { phase == ADOPTED -> committed = done; pending = false; verified = true; phase = READY } /* saves(done, 0) */
  :: d_step { phase == ADOPTED && failures < FAILURES -> failures = (REPEATS -> 0 : failures + 1); phase = FRESH } /* fails(done, 0) */
  :: d_step { phase == ADOPTED && failures < FAILURES -> failures = (REPEATS -> 0 : failures + 1); committed = done; pending = false; phase = FRESH } /* fails(done, 0) */
  /* There are too many other messages since the last post of the checkpoint, so that nothing is found. */
  :: d_step { !REACHES_BACK && phase == READY && !verified && reading > 0 -> verified = true; reading = 0; seen = 0 } /* searches(1) */
  :: d_step { (!VERIFIES || !READABLE) && phase == READY && !verified -> verified = true }
  /* Only in traces: the process was held up after it stored the pending post, so it does not send the message. */
  :: d_step { REPEATS && phase == STORED -> phase = UNCLEAR }
  /* Only in traces: a first page of the channel is read, for whatever search. It is kept. */
  :: d_step { REPEATS && phase != DOWN -> hasLooked = true; shown = NEWEST_SEEN } /* looks() */
  :: d_step { REPEATS && phase != DOWN && phase != UNCLEAR -> hasLooked = true; shown = NEWEST_SEEN } /* reads(0) */
  :: d_step { REPEATS && phase != DOWN && phase != UNCLEAR -> hasLooked = true; shown = NEWEST_SEEN } /* reads(1) */
  /* Only in traces: a poll finds nothing to do, or looks at an unconfirmed post once more. */
  :: d_step { REPEATS && phase == READY && done == committed && !pending -> skip } /* loads(done, 0) */
  :: d_step { REPEATS && phase == READY && done == committed && !pending -> skip } /* saves(done, 0) */
  :: d_step { REPEATS && phase == READY && done == committed && pending -> phase = UNCLEAR; FORGET_POST } /* loads(done, 1) */
  :: d_step { REPEATS && phase == UNCLEAR -> skip } /* loads(done, 1) */
  :: d_step { REPEATS && (phase == READY || phase == UNCLEAR) -> skip } /* searches(1) */
  :: d_step { REPEATS && (phase == READY || phase == UNCLEAR) -> skip } /* searches(0) */
  /* Only in traces: after an unconfirmed post whose commit failed, the next poll reads what is stored. */
  :: d_step { REPEATS && phase == READY && done != committed && failures > 0 -> phase = FRESH }
  od
}

active proctype slack() {
end:
  do
  /* Slack stores a late message. */
  :: d_step { late > 0 -> posted[late]++; assert(posted[late] <= 1); newest = (newest > late -> newest : late); late = 0 }
  /* Slack announces the unconfirmed post to the process. */
  :: d_step { ANNOUNCES && phase == UNCLEAR && !announced && HAS_NEXT -> announced = true }
  /* A person deletes a message. */
  :: d_step { !KEEPS_MESSAGES && unseen == 0 && newest > 0 -> unseen = newest; isDeleted = true }
  /* Slack has dropped the metadata of a message. */
  :: d_step { !KEEPS_METADATA && unseen == 0 && newest > 0 -> unseen = newest }
  /* Slack drops the metadata of a message when the message is updated. */
  :: d_step { !KEEPS_UPDATED && unseen == 0 && committed > 0 -> unseen = committed }
  /* The subscription gets another channel. */
  :: d_step { !SAME_CHANNEL && unseen == 0 && newest > 0 -> unseen = 1 }
  od
}

active proctype disk() {
end:
  do
  /* The store is copied. */
  :: d_step { copies < COPIES && (copied != committed || copiedPending != pending) -> copied = committed; copiedPending = pending }
  /* The store is replaced by its last copy, or by an empty one, while no process runs. */
  :: d_step { copies < COPIES && phase == DOWN && (late == 0 || !REPLACED_LATER) -> copies++; committed = copied; pending = copiedPending }
  :: d_step { copies < COPIES && phase == DOWN && (late == 0 || !REPLACED_LATER) -> copies++; committed = 0; pending = false }
  od
}

/* When nothing more can happen, everything is posted and committed. */
active proctype ending() {
  timeout;
  assert(ALL_DONE)
}
