/*
 * One process leads, the others stand by (docs/build/delivery.md, "Several processes on PostgreSQL").
 *
 * Two processes share a database. Each may crash and start again. Each may be slow for any time between two steps: that is a freeze, and
 * also a connection that is cut. So a process may take the lease while the last leader is about to write or to post. An answer of the
 * database or of Slack may be lost, and Slack may store a message late. A person claims a mention through any process.
 *
 * What must hold:
 * - Nothing is posted twice, if the assumption holds (`doubtIsOver`).
 * - Mentions are posted in order.
 * - Everything is posted at last, and its commit is stored (the formula `all`).
 * - A write of a leader takes effect only if its process holds the lease at that moment. So a process that was replaced writes nothing,
 *   and posts nothing, because it cannot store a pending post.
 * - No write of a leader overwrites a claim or newer counts.
 * - A webhook receives each event at least once, and those of one mention in order, if repeats are ignored.
 *
 * With NOTICE, the processes send one notice (a digest part, a reminder) instead of mentions. With WEBHOOK, they announce one mention and its
 * claim to a webhook. Each other flag takes a part of the protocol
 * away; then a property must fail. proof/verify.ts lists the flags and what must come out.
 */
#ifndef MENTIONS
#define MENTIONS 2
#endif
#ifndef CRASHES
#define CRASHES 2
#endif
/* Takeovers while the last leader lives: because of a freeze, a cut connection or a clean stop. */
#ifndef TAKEOVERS
#define TAKEOVERS 2
#endif
/* Lost answers of Slack, with the message stored at once, late or never. */
#ifndef LOSSES
#define LOSSES 1
#endif
/* Writes whose answer is lost. */
#ifndef CUTS
#define CUTS 1
#endif

/* The database: the lease, the checkpoint, the records of cards, the counts of the alert, and the notice. */
byte fence = 0;
byte owner = 0;            /* 0: nobody, or a process that has died */
byte watermark = 0;
byte pendingPost = 0;
bool isStored[MENTIONS + 1];
bool isClaimed[MENTIONS + 1];
byte counted = 0;
#define DUE 0
#define SENT 255
byte notice = DUE;         /* otherwise: the stamp of its pending post */

/* The events of a webhook: the mention was posted, and it was claimed. */
#define POSTED 1
#define CLAIMED 2
bool isQueued[3];
bool isReceived[3];

/* Slack. The notice is message 0. */
byte posted[MENTIONS + 1];
byte late = 255;           /* a message that Slack stores later; 255: none */

/* `maySend[i]`: process i stored this pending post a short time ago, and has not sent it yet. 255: none. */
byte maySend[3] = 255;
bool hasClaimed[MENTIONS + 1];
byte stamps = 0;
byte crashes = 0;
byte takeovers = 0;
byte losses = 0;
byte cuts = 0;

#ifdef NO_FENCE_PENDING
#define FENCED_PENDING false
#else
#define FENCED_PENDING true
#endif
#ifdef NO_FENCE_COMMIT
#define FENCED_COMMIT false
#else
#define FENCED_COMMIT true
#endif
#ifdef NO_FENCE_CARD
#define FENCED_CARD false
#else
#define FENCED_CARD true
#endif
#ifdef NO_FENCE_COUNTS
#define FENCED_COUNTS false
#else
#define FENCED_COUNTS true
#endif
#ifdef NO_FENCE_NOTICE
#define FENCED_NOTICE false
#else
#define FENCED_NOTICE true
#endif

#ifdef NO_FENCE_QUEUE
#define FENCED_QUEUE false
#else
#define FENCED_QUEUE true
#endif
#ifdef NO_FENCE_REMOVAL
#define FENCED_REMOVAL false
#else
#define FENCED_REMOVAL true
#endif

/* With EFFECTS, only the consequences of a late write count. */
#ifdef EFFECTS
#define assertHolder skip
#else
#define assertHolder assert(mine == fence)
#endif

/* A write of the leader: one statement. The fence may refuse it. If it does not, its answer may be lost. Either ends the work. */
#define WRITE(isFenced, effect)                               \
  atomic {                                                    \
    if                                                        \
    :: isFenced && mine != fence -> goto replaced             \
    :: else ->                                                \
       assertHolder;                                          \
       effect;                                                \
       if :: skip :: cuts < CUTS -> cuts++; goto unknown fi   \
    fi                                                        \
  }

#define CRASH if :: skip :: crashes < CRASHES -> crashes++; goto crashed fi

/*
 * The assumption. A process that finds no receipt of a pending post waits `doubtSeconds` before it posts again. By then, Slack has stored
 * what was sent, and a process that stored the pending post and has not sent it yet sends it no more: it looks at the clock first.
 */
#ifdef SENT_TOO_LATE
#define isHeldUp false
#else
#define isHeldUp maySend[me] == 255
#endif
#ifdef STORED_TOO_LATE
#define doubtIsOver true -> maySend[1] = 255; maySend[2] = 255
#else
#define doubtIsOver late == 255 -> maySend[1] = 255; maySend[2] = 255
#endif

/* Posts a message unless this process was held up. `isConfirmed` is false if there is no answer. */
#define POST(message)                                                              \
  atomic {                                                                         \
    if                                                                             \
    :: isHeldUp                                                                    \
    :: !(isHeldUp) -> maySend[me] = 255;                                           \
    if                                                                             \
    :: posted[message]++; isConfirmed = true                                       \
    :: losses < LOSSES -> losses++; posted[message]++                              \
    :: losses < LOSSES -> losses++                                                 \
    :: losses < LOSSES && late == 255 -> losses++; late = message                  \
    fi;                                                                            \
    assert(posted[message] <= 1);                                                  \
    assert(message < 2 || posted[message - 1] > 0)                                 \
    fi                                                                             \
  }

/* Waits for the lease. A takeover waits for the statements of the last leader that have begun; here, a write is one step. */
#define STAND_BY(isOver)                                                           \
  do                                                                               \
  :: atomic {                                                                      \
       owner == 0 || (owner != me && takeovers < TAKEOVERS) ->                     \
       if :: owner == 0 :: else -> takeovers++ fi;                                 \
       fence++; owner = me; mine = fence;                                          \
       goto leads                                                                  \
     }                                                                             \
  :: isOver -> goto ended                                                          \
  od

/* The lease of a process that died is free, and the process starts again. */
#define DIE                                                                        \
  atomic {                                                                         \
    mine = 0; isRead = false; isConfirmed = false; maySend[me] = 255;              \
    if :: owner == me -> owner = 0 :: else fi;                                     \
    goto standsBy                                                                  \
  }

/* `unknown`: nobody knows what is stored, so everything is read again. */
#define ENDS                                                                       \
  crashed: DIE;                                                                    \
  replaced: atomic { mine = 0; isRead = false; isConfirmed = false; maySend[me] = 255; goto standsBy }; \
  unknown: atomic { isRead = false; isConfirmed = false; maySend[me] = 255; goto leads }; \
  ended: skip

#define allIsDone (watermark == MENTIONS && pendingPost == 0)

proctype poller(byte me) {
  byte mine = 0;           /* the fence of this process; 0: it stands by */
  byte done = 0;           /* the checkpoint in the memory of the leader, which may be ahead of the database */
  byte pending = 0;
  bool isRead = false;
  bool isConfirmed = false;

standsBy:
  STAND_BY(allIsDone);
leads:
  do
  :: owner != me -> goto replaced                                /* its heartbeat shows it */
  :: !isRead ->
     atomic { done = watermark; pending = pendingPost; isRead = true }
  :: isRead && pending != 0 && !isConfirmed ->                   /* unconfirmed: the receipt decides */
#ifndef NO_SEARCH
     if
     :: posted[pending] > 0 -> isConfirmed = true
     :: atomic {
          posted[pending] == 0;
          doubtIsOver;
          if :: posted[pending] > 0 -> isConfirmed = true :: else -> pending = 0 fi
        }
     fi;
#else
     pending = 0;
#endif
     CRASH
  :: isRead && isConfirmed ->                                    /* Slack has it: store its card and the counts, then commit */
     WRITE(FENCED_CARD,
       isStored[pending] = true;
#ifdef BLIND_CARD
       isClaimed[pending] = false;
#endif
       assert(!hasClaimed[pending] || isClaimed[pending]));
     CRASH;
     WRITE(FENCED_COUNTS, assert(counted <= pending); counted = pending);
     CRASH;
     done = pending; pending = 0; isConfirmed = false;
     if
     :: true                                                     /* the next pending post and this commit are one write */
     :: true -> WRITE(FENCED_COMMIT, watermark = done; pendingPost = 0); CRASH
     fi
  :: isRead && pending == 0 && done < MENTIONS ->
     pending = done + 1;
     WRITE(FENCED_PENDING, watermark = done; pendingPost = pending; maySend[me] = pending);
     CRASH;
     POST(pending);
     CRASH
  :: isRead && pending == 0 && done == MENTIONS ->
     if
     :: allIsDone -> goto ended
     :: else -> WRITE(FENCED_COMMIT, watermark = done; pendingPost = 0)
     fi
  od;
  ENDS
}

/* The stored notice changes only if it is as this process has read it. */
#ifdef BLIND_NOTICE
#define settle(next) notice = next
#else
#define settle(next) if :: notice == stamp -> notice = next :: else fi
#endif

proctype sender(byte me) {
  byte mine = 0;
  byte stamp = DUE;        /* the notice, as this process has read or stored it */
  bool isRead = false;
  bool isConfirmed = false;

standsBy:
  STAND_BY(notice == SENT);
leads:
  do
  :: owner != me -> goto replaced
  :: !isRead ->
     atomic { stamp = notice; isRead = true }
  :: isRead && stamp == SENT -> goto ended
  :: isRead && stamp == DUE ->
     WRITE(FENCED_NOTICE,
       if
#ifndef BLIND_NOTICE
       :: notice != stamp -> goto unknown
#endif
       :: else -> stamps++; stamp = stamps; notice = stamp; maySend[me] = stamp
       fi);
     CRASH;
     POST(0);
     CRASH
  :: isRead && isConfirmed ->
     WRITE(FENCED_NOTICE, settle(SENT));
     isConfirmed = false; isRead = false;
     CRASH
  :: isRead && !isConfirmed && stamp != DUE && stamp != SENT ->
     if
     :: posted[0] > 0 -> isConfirmed = true
     :: atomic {
          posted[0] == 0;
          doubtIsOver;
          if :: posted[0] > 0 -> isConfirmed = true :: else fi
        };
        if
        :: isConfirmed -> skip
        :: else -> WRITE(FENCED_NOTICE, settle(DUE)); isRead = false
        fi
     fi;
     CRASH
  od;
  ENDS
}

#define CLAIM_IS_RECEIVED (watermark == 1 && isReceived[POSTED] && isReceived[CLAIMED])
#define QUEUE WRITE(FENCED_QUEUE, isQueued[POSTED] = true); CRASH
#define STORE_CARD WRITE(FENCED_CARD, isStored[1] = true); CRASH
#define COMMIT WRITE(FENCED_COMMIT, watermark = 1); CRASH

/* The post is confirmed already. What follows from it is repeated until it is committed. The queue is delivered at the same time. */
proctype publisher(byte me) {
  byte mine = 0;
  byte event = 0;          /* the event that is sent; 0: none */
  bool isRead = false;
  bool isConfirmed = false;

standsBy:
  STAND_BY(CLAIM_IS_RECEIVED && !isQueued[POSTED] && !isQueued[CLAIMED]);
leads:
  do
  :: owner != me -> goto replaced
  :: watermark == 0 ->
#ifdef CARD_FIRST
     STORE_CARD; QUEUE; COMMIT
#else
#ifdef COMMIT_FIRST
     COMMIT; QUEUE; STORE_CARD
#else
     QUEUE; STORE_CARD; COMMIT
#endif
#endif
  :: !isRead && (isQueued[POSTED] || isQueued[CLAIMED]) ->
     atomic {
       if :: isQueued[POSTED] -> event = POSTED :: else -> event = CLAIMED fi;
       isRead = true; isConfirmed = false
     }
  :: isRead && !isConfirmed ->
#ifdef REMOVED_FIRST
     WRITE(FENCED_REMOVAL, isQueued[event] = false);
     CRASH;
#endif
     atomic {                                                    /* the request or its answer may be lost: it is sent again */
       if
       :: losses < LOSSES -> losses++
       :: losses < LOSSES -> losses++; isReceived[event] = true
       :: isReceived[event] = true; isConfirmed = true
       fi;
       assert(event != CLAIMED || !isReceived[CLAIMED] || isReceived[POSTED])
     };
     CRASH
  :: isRead && isConfirmed ->
     WRITE(FENCED_REMOVAL, isQueued[event] = false);
     isRead = false; isConfirmed = false;
     CRASH
  :: watermark == 1 && (hasClaimed[1] || !isStored[1]) && !isRead && !isQueued[POSTED] && !isQueued[CLAIMED] ->
     assert(CLAIM_IS_RECEIVED);
     goto ended
  od;
  ENDS
}

/* A person claims each mention through any process. That write has no fence: it changes the record that is there. */
active proctype person() {
  byte next = 1;
end:
  do
  :: atomic { next <= MENTIONS && isStored[next] -> isClaimed[next] = true; hasClaimed[next] = true; isQueued[CLAIMED] = true; next++ }
  od
}

active proctype slack() {
end:
  do
  :: atomic { late != 255 -> posted[late]++; assert(posted[late] <= 1); late = 255 }
  od
}

init {
#ifdef NOTICE
  atomic { run sender(1); run sender(2) }
#else
#ifdef WEBHOOK
  atomic { run publisher(1); run publisher(2) }
#else
  atomic { run poller(1); run poller(2) }
#endif
#endif
}

#ifdef NOTICE
ltl all { <> (notice == SENT && posted[0] >= 1) }
#else
#ifdef WEBHOOK
ltl all { <> CLAIM_IS_RECEIVED }
#else
ltl all { <> (allIsDone && posted[1] >= 1 && posted[MENTIONS] >= 1) }
#endif
#endif
