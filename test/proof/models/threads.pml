/*
 * A burst, a spike or a story: one message in the channel, and its thread (docs/build/delivery.md, "Bursts and spikes").
 *
 * Message 1 opens the thread; each mention comes in one reply, 2 to LAST. For a spike, message 1 is the live card, message 2 the line that
 * notifies people, and the mentions follow. The checkpoint has the `ts` of the thread, and which messages of it are left.
 * The store may be wiped. Then a message that the thread does not have begins a thread of its own.
 *
 * What must hold: no message twice, replies in order and in the thread of their first message, and one thread, unless the store was wiped or
 * a person deleted the first message.
 */
#define LAST 5            /* 4 mentions */
#define CRASHES 3
#define LOSSES 3
#define WIPES 0
#define DELETIONS 1       /* first messages that a person deletes, so that Slack refuses replies */

/* Safeguards of the code. */
#define STORES_THREAD_WITH_COMMIT true
#define PENDING_NAMES_REST true
#define SEARCHES_THREAD true
#define READS_THREADS true
#define READS_BACK_TO_STORIES true
#define CLOSES_REFUSED_THREAD true

#define DOWN 0
#define READY 1
#define STORED 2
#define SENT 3
#define UNCLEAR 4
#define SPLIT 5           /* the commit is stored, and not the thread */

/* The store. `thread`: the `ts` of the open thread, or 0. */
byte committed = 0;
bool pending = false;
byte thread = 0;

/* Slack: how often each message is there, the `ts` of the newest thread, and if its first message is deleted. */
byte posted[LAST + 2];
byte newest = 0;
byte threads = 0;
bool isDeleted = false;

/* The memory of the process. */
byte phase = DOWN;
bool verified = false;

byte crashes = 0;
byte losses = 0;
byte wipes = 0;
byte deletions = 0;

#define NEXT (committed + 1)
/* A message that begins a thread: the first one, or one whose thread is closed. */
#define OPENS (thread == 0)
#define IS_THERE (posted[committed + 1] > 0 && (OPENS || SEARCHES_THREAD))
#define ARRIVES posted[committed + 1]++; assert(posted[committed + 1] <= 1); assert(committed == 0 || posted[committed] > 0); newest = committed + 1; threads = (thread == 0 -> threads + 1 : threads); isDeleted = (thread == 0 -> false : isDeleted)
#define ONE_THREAD (threads <= 1 + wipes + deletions)
#define COMMITS committed++; pending = false

active proctype process() {
end:
  do
  :: d_step { phase == DOWN -> phase = (pending -> UNCLEAR : READY); verified = (wipes == 0) }
  /* The process dies. */
  :: d_step { phase != DOWN && crashes < CRASHES -> crashes++; phase = DOWN; verified = false }
  /* After a wipe, it reads the channel, and the threads of its messages. The first message of a story may be days before the last receipt in the channel. */
  :: d_step { phase == READY && !verified -> committed = (READS_THREADS && READS_BACK_TO_STORIES -> (newest > committed -> newest : committed) : (newest > 0 && committed == 0 -> 1 : committed)); verified = true }
  /* It stores the pending post; that of a first message names the mentions of the thread. */
  :: d_step { phase == READY && verified && committed < LAST -> pending = true; phase = STORED }
  /* It sends the message, and Slack accepts it. */
  :: d_step { phase == STORED && (OPENS || !isDeleted) -> ARRIVES; assert(ONE_THREAD); phase = SENT }
  /* The answer is lost. */
  :: d_step { phase == STORED && (OPENS || !isDeleted) && losses < LOSSES -> losses++; ARRIVES; assert(ONE_THREAD); phase = UNCLEAR }
  /* The message is lost. */
  :: d_step { phase == STORED && losses < LOSSES -> losses++; phase = UNCLEAR }
  /* Slack refuses a reply, because the first message is deleted: the rest gets a new one. */
  :: d_step { phase == STORED && !OPENS && isDeleted -> thread = (CLOSES_REFUSED_THREAD -> 0 : thread); pending = false; phase = READY; assert(CLOSES_REFUSED_THREAD || deletions == 0) }
  /* The commit: one write that also opens the thread. */
  :: d_step { phase == SENT && STORES_THREAD_WITH_COMMIT -> COMMITS; thread = (OPENS -> threads : thread); phase = READY }
  :: d_step { phase == SENT && !STORES_THREAD_WITH_COMMIT -> COMMITS; phase = SPLIT }
  :: d_step { !STORES_THREAD_WITH_COMMIT && phase == SPLIT -> thread = (OPENS -> threads : thread); phase = READY }
  /* An unconfirmed post is found, in the channel or in its thread; one that opens a thread opens it now. */
  :: d_step { phase == UNCLEAR && IS_THERE -> COMMITS; thread = (OPENS && PENDING_NAMES_REST -> threads : thread); phase = READY }
  /* It is not there after doubtSeconds. */
  :: d_step { phase == UNCLEAR && !IS_THERE -> pending = false; phase = READY }
  od
}

active proctype world() {
end:
  do
  /* A person deletes the first message of the thread. Its replies keep their receipts. */
  :: d_step { deletions < DELETIONS && thread > 0 && !isDeleted && !pending && phase != STORED -> deletions++; isDeleted = true }
  /* The store is wiped while no process runs, and nothing is on its way. */
  :: d_step { wipes < WIPES && phase == DOWN -> wipes++; committed = 0; pending = false; thread = 0 }
  od
}

active proctype ending() {
  timeout;
  assert(committed == LAST && !pending && newest == LAST)
}
