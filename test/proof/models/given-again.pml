/*
 * Our own mention service loses its data, or gets an old copy back, and gives the same mentions again under new ids (docs/build/delivery.md, "With
 * the own mention service"). Each process is one mention. Mention 0 was published before the subscription began, so its initial sync skips it.
 *
 * The subscription finds the loss because it knows an id in a gap of the ids. It notes that, reads the receipts, and compares. The process
 * may die at any time. That a post itself comes once is shown by post.pml; here it is one step. `posted` counts a skip, too.
 *
 * What must hold: no mention is posted twice, and every one is posted, whatever is lost.
 */
#define MENTIONS 3
#define DATA_LOSSES 2
#define CRASHES 3

/* Safeguards of the code. */
#define TELLS_GAP true          /* the service tells the gaps in its ids */
#define NOTES_FIRST true        /* the loss is noted before the watermark leaves the gap */
#define STORES_NOTE true        /* the note is in the checkpoint */
#define COMPARES true           /* a mention above the gap is compared with the receipts before it is posted */
#define READS_AGAIN true        /* after another loss the receipts are read again */
#define MOVES_IDS true          /* if the clock is behind, ids begin above those that a client has read */
#define SKIPS_OLDER true        /* what is older than the first message is not posted after a loss */

/* Assumptions. */
#define HAVE_IDENTITIES true
#define SAME_ITEM true
#define REACHES_FAR_BACK true
#define NO_DUPLICATE true
#define SEEN_BEFORE_LOSS true
#define SAME_ALERTS true

bool given[MENTIONS] = false;
bool isDone[MENTIONS] = false;
byte posted[MENTIONS] = 0;
bool hasReceipt[MENTIONS] = false;
/* What the process has read: the receipts that were there then. */
bool seen[MENTIONS] = false;
bool isRead = false;
/* The checkpoint has an id in a gap; it has the note; the new ids are below its watermark. */
bool knowsLost = false;
bool noted = false;
bool isLow = false;
byte dataLosses = 0;
byte crashes = 0;

#define IS_OLDER (_pid == 0)
#define IS_OPEN (given[_pid] && !isDone[_pid] && !isLow)
#define IS_NOTED (noted || !knowsLost || !TELLS_GAP)
#define IS_COMPARED (!noted || isRead || !COMPARES)
#define IS_IN_RECEIPTS (noted && isRead && seen[_pid])
#define IS_SKIPPED_AGAIN (SKIPS_OLDER && noted && isRead && IS_OLDER)
#define ANY_POSTED (posted[0] + posted[1] + posted[2] > 0)
#define ALL_POSTED (posted[0] == 1 && posted[1] == 1 && posted[2] == 1)
#define LOSE_ALL given[0] = false; given[1] = false; given[2] = false; isDone[0] = false; isDone[1] = false; isDone[2] = false; isRead = (READS_AGAIN -> false : isRead); dataLosses++
#define MAY_LOSE (dataLosses < DATA_LOSSES && (posted[0] == 1 || !SEEN_BEFORE_LOSS))

active [MENTIONS] proctype mention() {
end:
  do
  /* The service finds the mention, for the first time or again. */
  :: d_step { !given[_pid] -> given[_pid] = true }
  /* A poll reads it, and sees the gap. */
  :: d_step { IS_OPEN && TELLS_GAP && knowsLost && !noted -> noted = true }
  /* The receipts in the channel are read. */
  :: d_step { IS_OPEN && IS_NOTED && noted && COMPARES && !isRead -> isRead = true; seen[0] = hasReceipt[0]; seen[1] = hasReceipt[1]; seen[2] = hasReceipt[2] }
  /* One of them shows the mention. */
  :: d_step { IS_OPEN && IS_NOTED && IS_IN_RECEIPTS -> isDone[_pid] = true }
  /* It is older than the first message of the subscription. */
  :: d_step { IS_OPEN && IS_NOTED && IS_SKIPPED_AGAIN -> isDone[_pid] = true }
  /* The initial sync skips it. */
  :: d_step { IS_OPEN && IS_NOTED && IS_OLDER && dataLosses == 0 -> posted[_pid] = 1; isDone[_pid] = true }
  /* It is posted. */
  :: d_step { IS_OPEN && IS_NOTED && IS_COMPARED && !IS_IN_RECEIPTS && !IS_SKIPPED_AGAIN && !(IS_OLDER && dataLosses == 0) -> posted[_pid]++; assert(posted[_pid] <= 1); isDone[_pid] = true; hasReceipt[_pid] = HAVE_IDENTITIES }
  /* It joins a card that is there already. */
  :: d_step { !NO_DUPLICATE && IS_OPEN && IS_NOTED && IS_COMPARED && !IS_IN_RECEIPTS && _pid == 2 && dataLosses == 0 -> posted[_pid]++; isDone[_pid] = true }
  /* Its source gives it as another one, or its receipt is too far back. */
  :: d_step { (!SAME_ITEM || !REACHES_FAR_BACK || !SAME_ALERTS) && hasReceipt[_pid] && dataLosses > 0 -> hasReceipt[_pid] = false; seen[_pid] = false }
  od
}

active proctype world() {
end:
  do
  /* The data is lost, and the clock is right. */
  :: d_step { MAY_LOSE -> knowsLost = ANY_POSTED; LOSE_ALL }
  /* The data is lost, and the clock is behind. */
  :: d_step { MAY_LOSE && ANY_POSTED -> knowsLost = true; isLow = true; LOSE_ALL }
  /* A client asks for what is above an id that the service has not given. */
  :: d_step { isLow && MOVES_IDS -> isLow = false }
  /* The watermark leaves the gap. */
  :: d_step { knowsLost && (noted || !NOTES_FIRST) && dataLosses > 0 -> knowsLost = false }
  /* The process dies, and its memory is lost. */
  :: d_step { isRead && crashes < CRASHES -> crashes++; isRead = false; seen[0] = false; seen[1] = false; seen[2] = false; noted = (STORES_NOTE -> noted : false) }
  od
}

/* When nothing more can happen, everything is posted. */
active proctype ending() {
  timeout;
  assert(ALL_POSTED)
}
