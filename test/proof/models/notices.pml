/*
 * What is sent once beside mentions: a notice of a poll, a reminder or an event (docs/build/delivery.md, "Reminders").
 *
 * The poll stores the notice, and then the record that it was announced. A notice whose announcement is missing is dropped after a minute.
 * The sender stores that the notice is pending, sends it, and looks for its mark after a lost answer. Its record is in the store only, so
 * a restored backup knows nothing of what was sent since. A person claims a card, which is stored, too.
 *
 * What must hold: the notice is sent once, and the claim stays.
 */
#define CRASHES 3
#define LOSSES 3

/* Safeguards of the code. */
#define NOTICE_FIRST true
#define DROPS_UNANNOUNCED true
#define PENDING_FIRST true
#define LOOKS_FOR_MARK true

/* Assumptions. */
#define WRITES_ARE_QUICK true
#define NOT_REFUSED true
#define NO_OLD_BACKUP true
#define CLAIMS_ARE_IN_BACKUP true

#define DOWN 0
#define POLLS 1
#define BETWEEN 2         /* the first of the two writes is done */
#define SENDS 3
#define SENDING 4
#define UNCLEAR 5
#define SENT 6

/* The store: the notice (0: none, 1: due, 2: pending, 3: sent, 4: dropped or given up), the announcement, and a claim. */
byte notice = 0;
bool isAnnounced = false;
bool isClaimed = false;
byte copiedNotice = 0;
bool copiedAnnounced = false;
bool hasCopy = false;
bool isRestored = false;

byte sent = 0;
bool hasClaimed = false;
byte phase = DOWN;
byte announcements = 0;

byte crashes = 0;
byte losses = 0;

active proctype process() {
end:
  do
  :: d_step { phase == DOWN -> phase = POLLS }
  /* The process dies. */
  :: d_step { phase != DOWN && crashes < CRASHES -> crashes++; phase = DOWN }
  /* The poll stores the notice, unless it is announced already. */
  :: d_step { phase == POLLS && !isAnnounced && (notice == 0 || notice == 4) && NOTICE_FIRST && announcements < CRASHES + 1 -> notice = 1; announcements++; phase = BETWEEN }
  :: d_step { phase == POLLS && !isAnnounced && !NOTICE_FIRST -> isAnnounced = true; phase = BETWEEN }
  :: d_step { phase == BETWEEN && NOTICE_FIRST -> isAnnounced = true; phase = SENDS }
  :: d_step { phase == BETWEEN && !NOTICE_FIRST -> notice = 1; phase = SENDS }
  :: d_step { phase == POLLS && isAnnounced -> phase = SENDS }
  /* A minute after its storing, a notice without announcement is dropped, and the next poll announces again. */
  :: d_step { notice == 1 && !isAnnounced && DROPS_UNANNOUNCED && (phase == POLLS || (phase == BETWEEN && !WRITES_ARE_QUICK)) -> notice = 4 }
  :: d_step { phase == POLLS && notice == 1 && !isAnnounced && !DROPS_UNANNOUNCED -> phase = SENDS }
  /* It stores that the notice is pending. */
  :: d_step { phase == SENDS && notice == 1 -> notice = (PENDING_FIRST -> 2 : notice); phase = SENDING }
  /* It sends the notice. */
  :: d_step { phase == SENDING -> sent++; assert(sent <= 1); phase = SENT }
  /* The answer is lost, or the message. */
  :: d_step { phase == SENDING && losses < LOSSES -> losses++; sent++; assert(sent <= 1); phase = SENDS }
  :: d_step { phase == SENDING && losses < LOSSES -> losses++; phase = SENDS }
  /* Slack refuses the notice for a week. */
  :: d_step { phase == SENDING && !NOT_REFUSED -> notice = 4; phase = SENDS }
  :: d_step { phase == SENT -> notice = 3; phase = SENDS }
  /* It looks for the mark of a pending notice. */
  :: d_step { phase == SENDS && notice == 2 -> notice = (sent > 0 && LOOKS_FOR_MARK -> 3 : 1) }
  od
}

active proctype world() {
end:
  do
  /* A person claims the card. */
  :: d_step { !hasClaimed -> hasClaimed = true; isClaimed = true }
  /* The store is copied, and the copy is put back later. */
  :: d_step { !hasCopy && (!NO_OLD_BACKUP || !CLAIMS_ARE_IN_BACKUP) && phase == DOWN -> hasCopy = true; copiedNotice = notice; copiedAnnounced = isAnnounced }
  :: d_step { hasCopy && !isRestored && phase == DOWN && !NO_OLD_BACKUP -> isRestored = true; notice = copiedNotice; isAnnounced = copiedAnnounced }
  :: d_step { hasCopy && !isRestored && phase == DOWN && !CLAIMS_ARE_IN_BACKUP -> isRestored = true; isClaimed = false }
  od
}

active proctype ending() {
  timeout;
  assert(sent == 1 && isClaimed)
}
