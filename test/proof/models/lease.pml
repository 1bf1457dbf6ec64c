/*
 * Several processes share a database; one of them leads (docs/build/delivery.md, "Several processes on PostgreSQL").
 *
 * Each process may die, and may be slow for any time between two steps: that is a freeze, and also a connection that is cut. So a process
 * may take the lease while the last leader is about to write or to post. What the database does with a statement happens at some moment
 * between the request and its answer.
 *
 * What must hold: nothing is posted twice, mentions are posted in order, a write of a leader takes effect only if its process holds the
 * lease at that moment, and every run ends with each mention posted once.
 *
 * post.pml has the rest of a post: failed writes, the search for unknown posts, copies of the store.
 */
#define PROCESSES 2
#define MENTIONS 4
#define CRASHES 3
#define TAKEOVERS 2       /* takeovers while the last leader lives */
#define LOSSES 3          /* lost answers of Slack */
#define CUTS 1            /* lost answers of the database */
#define REPEATS false     /* in traces: faults are not counted, and a process may give the lease back, poll again, and write what is stored already */

/* Safeguards of the code: see safeguards.ts. */
#define FENCES_PENDING true
#define FENCES_COMMIT true
#define RAISES_FENCE true
#define LOOKS_AT_CLOCK true
#define SEARCHES true

/* Assumptions: see claims.ts. */
#define SENT_IN_TIME true
#define STORED_IN_TIME true

/* The phases of a process. A process that has died stands by as soon as it starts again. */
#define STANDS_BY 1
#define TAKING 2          /* it has asked for the lease */
#define TAKEN 3
#define DENIED 4
#define FRESH 5           /* it leads, and has read nothing yet */
#define READ 6
#define READY 7
#define WRITING 8         /* it has asked to write `toCommit` and `toPend` */
#define WRITTEN 9
#define FENCED 10
#define STORED 11         /* the pending post is stored, and not sent */
#define SENDING 12        /* the message is on its way to Slack */
#define SENT 13
#define LOST 14
#define UNCLEAR 15
#define FOUND 16

/*
 * The database: the lease and the checkpoint. Processes are named by their number plus 1; 0 is nobody. `fence`: whose fence is the newest. A
 * process takes the lease again only when its work has ended, so its older fences need no name.
 */
byte owner = 0;
byte fence = 0;
byte committed = 0;
bool pending = false;

/* Slack. `onItsWay` counts the messages that were sent and have not arrived. */
byte posted[MENTIONS + 2];
byte late = 0;
byte onItsWay = 0;
/* The process (plus 1) that stored the pending post less than doubtSeconds ago. */
byte inTime = 0;

/* The memory of the processes. */
byte phase[PROCESSES] = STANDS_BY;
byte done[PROCESSES] = 0;
byte toCommit[PROCESSES] = 0;
bool toPend[PROCESSES] = false;
bool waited[PROCESSES] = false;

byte crashes = 0;
byte takeovers = 0;
byte losses = 0;
byte cuts = 0;

#define NEXT (done[_pid] + 1)
#define FORGET_RUN done[_pid] = 0; toCommit[_pid] = 0; toPend[_pid] = false; waited[_pid] = false
#define DIES crashes = (REPEATS -> 0 : crashes + 1); onItsWay = (phase[_pid] == SENDING -> onItsWay - 1 : onItsWay); phase[_pid] = STANDS_BY; owner = (owner == _pid + 1 -> 0 : owner); FORGET_RUN
#define ALL_DONE (committed == MENTIONS && !pending && posted[MENTIONS] > 0)
#define MAY_TAKE (owner == 0 || owner == _pid + 1 || takeovers < TAKEOVERS)
#define MAY_STOP (phase[_pid] == FRESH || phase[_pid] == READ || phase[_pid] == READY || phase[_pid] == UNCLEAR || phase[_pid] == FOUND)
#define FENCED_OUT (RAISES_FENCE && fence != _pid + 1 && (toPend[_pid] -> FENCES_PENDING : FENCES_COMMIT))
#define STORES_MESSAGE posted[done[_pid] + 1]++; assert(posted[done[_pid] + 1] <= 1); assert(done[_pid] == 0 || posted[done[_pid]] > 0)
#define IS_THERE (SEARCHES && posted[done[_pid] + 1] > 0)

active [PROCESSES] proctype process() {
end:
  do
  /* The process dies. Its connection ends, so the lease is free. */
  :: d_step { (phase[_pid] != STANDS_BY || REPEATS) && crashes < CRASHES -> DIES } /* dies() */
  /* The process dies while its message is on the way to Slack, which stores it later. */
  :: d_step { phase[_pid] == SENDING && crashes < CRASHES && late == 0 -> late = NEXT; DIES } /* dies() */
  /* It asks for the lease. */
  :: d_step { phase[_pid] == STANDS_BY && !ALL_DONE && (MAY_TAKE || REPEATS) -> phase[_pid] = TAKING } /* takes() */
  /* The database gives it the lease, and raises the fence. */
  :: d_step { phase[_pid] == TAKING && MAY_TAKE -> takeovers = (owner == 0 || owner == _pid + 1 -> takeovers : (REPEATS -> 0 : takeovers + 1)); owner = _pid + 1; fence = _pid + 1; phase[_pid] = TAKEN }
  /* Another process has got the lease meanwhile. */
  :: d_step { phase[_pid] == TAKING && (REPEATS || !MAY_TAKE) -> phase[_pid] = DENIED }
  :: d_step { phase[_pid] == TAKEN -> phase[_pid] = FRESH } /* taken(1) */
  :: d_step { phase[_pid] == DENIED -> phase[_pid] = STANDS_BY } /* taken(0) */
  /* It notices that another process leads, when it renews the lease. */
  :: d_step { MAY_STOP && owner != _pid + 1 -> phase[_pid] = STANDS_BY; FORGET_RUN }
  /* It reads the checkpoint. */
  :: d_step { phase[_pid] == FRESH -> done[_pid] = committed; toPend[_pid] = pending; phase[_pid] = READ }
  :: d_step { phase[_pid] == READ -> phase[_pid] = (toPend[_pid] -> UNCLEAR : READY); toPend[_pid] = false; waited[_pid] = false } /* loads(done[_pid], toPend[_pid]) */
  /* It asks to store the next pending post, with the commit of the one before. */
  :: d_step { phase[_pid] == READY && done[_pid] < MENTIONS -> phase[_pid] = WRITING; toCommit[_pid] = done[_pid]; toPend[_pid] = true } /* saves(done[_pid], 1) */
  /* It asks to store its progress. */
  :: d_step { phase[_pid] == READY && (REPEATS || pending || done[_pid] != committed) -> phase[_pid] = WRITING; toCommit[_pid] = done[_pid]; toPend[_pid] = false } /* saves(done[_pid], 0) */
  /* It asks to commit a post that was found. */
  :: d_step { phase[_pid] == FOUND -> phase[_pid] = WRITING; toCommit[_pid] = NEXT; toPend[_pid] = false; waited[_pid] = false; done[_pid]++ } /* saves(done[_pid] + 1, 0) */
  /* The database writes. */
  :: d_step { phase[_pid] == WRITING && !FENCED_OUT -> assert(fence == _pid + 1); committed = toCommit[_pid]; pending = toPend[_pid]; inTime = (toPend[_pid] -> _pid + 1 : 0); phase[_pid] = WRITTEN }
  /* The fence refuses the write. */
  :: d_step { phase[_pid] == WRITING && FENCED_OUT -> phase[_pid] = FENCED }
  :: d_step { phase[_pid] == WRITTEN -> phase[_pid] = (toPend[_pid] -> STORED : READY); toPend[_pid] = false; toCommit[_pid] = 0 } /* saved(1) */
  :: d_step { phase[_pid] == FENCED -> phase[_pid] = STANDS_BY; FORGET_RUN } /* saved(0) */
  /* Only in traces: it polls again before it notices that another process leads. */
  :: d_step { REPEATS && phase[_pid] == FENCED -> phase[_pid] = FRESH; FORGET_RUN } /* saved(0) */
  /* The connection to the database breaks, and nobody knows if it has written. So everything is read again. */
  :: d_step { (phase[_pid] == WRITTEN || phase[_pid] == WRITING) && cuts < CUTS -> cuts = (REPEATS -> 0 : cuts + 1); phase[_pid] = FRESH; FORGET_RUN } /* saved(2) */
  /* It sends the message. */
  :: d_step { phase[_pid] == STORED && (inTime == _pid + 1 || !LOOKS_AT_CLOCK || !SENT_IN_TIME) -> phase[_pid] = SENDING; onItsWay++ } /* posts(NEXT) */
  /* It was held up after it stored the pending post, so it does not send the message. */
  :: d_step { phase[_pid] == STORED && ((inTime != _pid + 1 && LOOKS_AT_CLOCK) || REPEATS) -> phase[_pid] = UNCLEAR; waited[_pid] = false }
  /* Slack stores the message, and its answer comes. */
  :: d_step { phase[_pid] == SENDING -> STORES_MESSAGE; onItsWay--; phase[_pid] = SENT }
  /* Slack stores the message, and its answer is lost. */
  :: d_step { phase[_pid] == SENDING && losses < LOSSES -> losses = (REPEATS -> 0 : losses + 1); STORES_MESSAGE; onItsWay--; phase[_pid] = LOST }
  /* The message is lost. */
  :: d_step { phase[_pid] == SENDING && losses < LOSSES -> losses = (REPEATS -> 0 : losses + 1); onItsWay--; phase[_pid] = LOST }
  /* The answer is lost, and Slack stores the message later. */
  :: d_step { phase[_pid] == SENDING && losses < LOSSES && late == 0 -> losses = (REPEATS -> 0 : losses + 1); late = NEXT; onItsWay--; phase[_pid] = LOST }
  :: d_step { phase[_pid] == SENT -> phase[_pid] = READY; done[_pid]++ } /* hears(1) */
  :: d_step { phase[_pid] == LOST -> phase[_pid] = UNCLEAR; waited[_pid] = false } /* hears(0) */
  /* It searches the channel for the unconfirmed post, and finds it. */
  :: d_step { phase[_pid] == UNCLEAR && IS_THERE -> phase[_pid] = FOUND } /* searches(1) */
  /* Slack has announced the post to it. */
  :: d_step { phase[_pid] == UNCLEAR && IS_THERE -> phase[_pid] = FOUND }
  /* doubtSeconds are over. Slack has stored what was sent, and no process sends what it stored before: it looks at the clock first. */
  :: d_step { phase[_pid] == UNCLEAR && !waited[_pid] && ((onItsWay == 0 && late == 0) || !STORED_IN_TIME) -> waited[_pid] = true; inTime = 0 }
  /* The post is not there after doubtSeconds, so the message is posted again. */
  :: d_step { phase[_pid] == UNCLEAR && waited[_pid] && !IS_THERE -> phase[_pid] = READY; waited[_pid] = false } /* searches(1) */
  /* Only in traces: the answer to its request for the lease is lost. */
  :: d_step { REPEATS && (phase[_pid] == TAKING || phase[_pid] == TAKEN) -> phase[_pid] = STANDS_BY } /* taken(0) */
  /* Only in traces: it gives the lease back, or polls again. */
  :: d_step { REPEATS && owner == _pid + 1 -> owner = 0 }
  :: d_step { REPEATS && (phase[_pid] == READY || phase[_pid] == UNCLEAR || phase[_pid] == READ) -> phase[_pid] = FRESH; FORGET_RUN }
  od
}

active proctype slack() {
end:
  do
  /* Slack stores a late message. */
  :: d_step { late > 0 -> posted[late]++; assert(posted[late] <= 1); late = 0 }
  od
}

/* When nothing more can happen, everything is posted and committed. */
active proctype ending() {
  timeout;
  assert(ALL_DONE)
}
