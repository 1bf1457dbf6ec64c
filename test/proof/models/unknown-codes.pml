/*
 * Refusals with an error code that nobody knows (docs/build/delivery.md, "Unknown error codes"): the cause may be the message, or Slack.
 *
 * Mention 1 may be bad for ever (IS_BAD). Slack may have troubles of its own, in which it refuses everything, TROUBLES times. A message that
 * was refused is set aside, and the next one is tried. What is set aside is tried again, and is the cause if Slack accepted another message
 * since its refusal and refuses it again.
 *
 * What must hold: a good mention is never given up, a bad one is, and every run ends.
 */
#define MENTIONS 4
#define TROUBLES 2
#define IS_BAD true

/* Safeguards of the code. */
#define TRIES_ANOTHER true
#define WAITS_FOR_ACCEPTED true

/* Assumptions: Slack's trouble does not begin again in the moment between two posts of one try. */
#define ONE_TROUBLE_AT_A_TIME true

bool trouble = false;
byte troubles = 0;
/* Per mention: refused since the last message that Slack accepted (1), or before it (2). */
byte refusedAt[MENTIONS] = 0;
bool posted[MENTIONS] = false;
bool givenUp[MENTIONS] = false;

#define IS_LEFT (!posted[_pid] && !givenUp[_pid])
#define IS_REFUSED (trouble || (IS_BAD && _pid == 0))
#define ALL_REFUSED ((refusedAt[0] == 1 || posted[0] || givenUp[0]) && (refusedAt[1] == 1 || posted[1] || givenUp[1]) && (refusedAt[2] == 1 || posted[2] || givenUp[2]) && (refusedAt[3] == 1 || posted[3] || givenUp[3]))

/* One process for each mention. Process 0 is mention 1. */
active [MENTIONS] proctype mention() {
end:
  do
  /* It is posted, and Slack accepts it. What was refused before is tried again. */
  :: d_step { IS_LEFT && refusedAt[_pid] != 1 && !IS_REFUSED -> posted[_pid] = true; refusedAt[_pid] = 0; refusedAt[0] = (refusedAt[0] == 1 -> 2 : refusedAt[0]); refusedAt[1] = (refusedAt[1] == 1 -> 2 : refusedAt[1]); refusedAt[2] = (refusedAt[2] == 1 -> 2 : refusedAt[2]); refusedAt[3] = (refusedAt[3] == 1 -> 2 : refusedAt[3]) }
  /* Slack refuses it for the first time, so it is set aside. */
  :: d_step { IS_LEFT && refusedAt[_pid] == 0 && IS_REFUSED && TRIES_ANOTHER -> refusedAt[_pid] = (WAITS_FOR_ACCEPTED -> 1 : 2) }
  /* Slack refuses it again, after it accepted another message: it is the cause. */
  :: d_step { IS_LEFT && IS_REFUSED && (refusedAt[_pid] == 2 || !TRIES_ANOTHER) && (!trouble || !ONE_TROUBLE_AT_A_TIME || !TRIES_ANOTHER || !WAITS_FOR_ACCEPTED) -> givenUp[_pid] = true; refusedAt[_pid] = 0; assert(IS_BAD && _pid == 0) }
  od
}

active proctype slack() {
end:
  do
  /* Slack has trouble, and it ends. */
  :: d_step { !trouble && troubles < TROUBLES -> trouble = true; troubles++ }
  :: d_step { trouble -> trouble = false }
  /* Slack accepts nothing, so after a pause everything is tried again. */
  :: d_step { ALL_REFUSED && !trouble && troubles > 0 && (refusedAt[0] == 1 || refusedAt[1] == 1 || refusedAt[2] == 1 || refusedAt[3] == 1) && !(IS_BAD && refusedAt[1] != 1 && refusedAt[2] != 1 && refusedAt[3] != 1) -> refusedAt[0] = (refusedAt[0] == 1 -> 0 : refusedAt[0]); refusedAt[1] = (refusedAt[1] == 1 -> 0 : refusedAt[1]); refusedAt[2] = (refusedAt[2] == 1 -> 0 : refusedAt[2]); refusedAt[3] = (refusedAt[3] == 1 -> 0 : refusedAt[3]) }
  od
}

/* A bad mention that waits alone is tried for as long as it takes; every other one is posted. */
active proctype ending() {
  timeout;
  assert((posted[0] || IS_BAD) && posted[1] && posted[2] && posted[3])
}
