/*
 * The checkpoint of a subscription: its watermark, and the ids above it that are done (docs/build/delivery.md, "The checkpoint").
 *
 * A mention can become visible after a larger id was posted. Mention 4 may have an absurdly large id (ABSURD): smaller ones appear for ever.
 * A mention may be held for a while, as in quiet hours. That a post itself comes once is shown by post.pml; here it is one step.
 *
 * What must hold: each mention is posted once, also a late or a held one, and no visible one is overtaken.
 */
#define MENTIONS 4
#define HOLDS 2           /* mentions that are held for a while */
#define ABSURD false

/* Safeguards of the code. */
#define LOOKS_BACK true
#define LISTS_DONE true
#define STAYS_BELOW_HELD true
#define IGNORES_JUMPS true

/* Assumptions. */
#define VISIBLE_IN_TIME true

/* The store: up to which id everything is done, and which ids are. `old`: done for longer than the look-back. */
byte watermark = 0;
bool isDone[MENTIONS] = false;
bool old[MENTIONS] = false;

bool visible[MENTIONS] = false;
bool held[MENTIONS] = false;
byte posted[MENTIONS] = 0;
byte holds = 0;

#define IS_ABSURD (ABSURD && _pid == 3)
#define SMALLER_ARE_VISIBLE ((_pid < 1 || visible[0]) && (_pid < 2 || visible[1]) && (_pid < 3 || visible[2]))
#define IS_OPEN (visible[_pid] && _pid + 1 > watermark && !(LISTS_DONE && isDone[_pid]))
#define IS_HELD_BELOW ((_pid > 0 && held[0]) || (_pid > 1 && held[1]) || (_pid > 2 && held[2]))
#define IS_OPEN_BELOW ((_pid > 0 && visible[0] && !isDone[0] && watermark < 1 && !held[0]) || (_pid > 1 && visible[1] && !isDone[1] && watermark < 2 && !held[1]) || (_pid > 2 && visible[2] && !isDone[2] && watermark < 3 && !held[2]))
#define ALL_DONE (posted[0] == 1 && posted[1] == 1 && posted[2] == 1 && posted[3] == 1)

/* One process for each mention, because each step is about one mention. Process 0 is mention 1. */
active [MENTIONS] proctype mention() {
end:
  do
  /* The mention becomes visible, at the latest 15 minutes after a larger one was posted. */
  :: d_step { !visible[_pid] -> visible[_pid] = true }
  /* A rule holds it. */
  :: d_step { IS_OPEN && !held[_pid] && !isDone[_pid] && holds < HOLDS -> held[_pid] = true; holds++ }
  /* The hold ends. */
  :: d_step { held[_pid] -> held[_pid] = false }
  /* A poll reads everything above the watermark, and posts what is not done, in the order of ids. */
  :: d_step { IS_OPEN && !held[_pid] && !IS_OPEN_BELOW && posted[_pid] < 2 -> posted[_pid]++; assert(posted[_pid] <= 1); isDone[_pid] = true }
  /* 15 minutes pass. */
  :: d_step { isDone[_pid] && !old[_pid] && (SMALLER_ARE_VISIBLE || IS_ABSURD || !VISIBLE_IN_TIME) -> old[_pid] = true }
  /* The watermark follows, but not beyond a held mention, and not to an absurd id that stands alone. */
  :: d_step { isDone[_pid] && watermark < _pid + 1 && (old[_pid] || !LOOKS_BACK) && !(STAYS_BELOW_HELD && IS_HELD_BELOW) && !(IGNORES_JUMPS && IS_ABSURD) && !IS_OPEN_BELOW -> watermark = _pid + 1 }
  od
}

/* When nothing more can happen, everything is posted. */
active proctype ending() {
  timeout;
  assert(ALL_DONE)
}
