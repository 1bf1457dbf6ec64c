/*
 * Two subscriptions post to one channel, and both want every mention: it comes once, and its card names both (docs/build/delivery.md,
 * "Subscriptions that share a channel").
 *
 * Process 0 and process 1 are the two subscriptions; they run in one process of the bot, which may die between any two steps. Before each
 * post a subscription asks what the stored cards and the pending posts of the other one say. The store may be wiped (WIPES); then only the
 * receipts in the channel show what is posted.
 *
 * What must hold: each mention comes once in the channel, both subscriptions are done with all of them, and features hear of each mention
 * for both.
 */
#define MENTIONS 4
#define CRASHES 3
#define LOSSES 3
#define WIPES 0

/* Safeguards of the code. */
#define ONE_AFTER_THE_OTHER true
#define ASKS_CARDS true
#define ASKS_PENDING true
#define CARD_BEFORE_COMMIT true
#define TELLS_BEFORE_DONE true
#define ADOPTS_RECEIPTS true

/* Assumptions. */
#define SAME_ALERT true
#define CARDS_ARE_KEPT true

#define IDLE 0
#define CHECKED 1         /* it has asked, and posts the next mention */
#define STORED 2
#define SENT 3
#define CARDED 4          /* the card is stored, and the commit is not */
#define UNCLEAR 5
#define JOINING 6         /* it is done, and features have not heard of it */

/* The store: for each subscription, the mentions that are done, and its pending post. `cards`: the mentions up to which cards are stored. */
byte done[2] = 0;
bool pending[2] = false;
bool card[MENTIONS + 2] = false;
byte told[2] = 0;

byte posted[MENTIONS + 2];

/* Memory. `turn`: whose turn the channel is, or 0. */
byte phase[2] = IDLE;
bool verified = true;
byte turn = 0;

byte crashes = 0;
byte losses = 0;
byte wipes = 0;
bool aged = false;

#define OTHER (1 - _pid)
#define NEXT (done[_pid] + 1)
#define KNOWS_CARD (ASKS_CARDS && card[done[_pid] + 1])
#define OTHER_IS_PENDING (pending[1 - _pid] && done[1 - _pid] == done[_pid])
#define MAY_ASK (phase[_pid] == IDLE && verified && done[_pid] < MENTIONS && (turn == 0 || !ONE_AFTER_THE_OTHER) && !pending[_pid])
#define ALL_DONE (done[0] == MENTIONS && done[1] == MENTIONS && !pending[0] && !pending[1] && told[0] == MENTIONS && told[1] == MENTIONS)
#define FINISH done[_pid]++; phase[_pid] = IDLE; turn = 0

active [2] proctype subscription() {
end:
  do
  /* The mention is new in the channel, so it is posted. */
  :: d_step { MAY_ASK && !KNOWS_CARD && !(ASKS_PENDING && OTHER_IS_PENDING) -> phase[_pid] = CHECKED; turn = _pid + 1 }
  :: d_step { phase[_pid] == CHECKED -> pending[_pid] = true; phase[_pid] = STORED }
  /* It sends the message, and Slack confirms it. */
  :: d_step { phase[_pid] == STORED -> posted[NEXT]++; assert(posted[NEXT] <= 1); phase[_pid] = SENT }
  /* The answer is lost. */
  :: d_step { phase[_pid] == STORED && losses < LOSSES -> losses++; posted[NEXT]++; assert(posted[NEXT] <= 1); phase[_pid] = UNCLEAR }
  /* The message is lost. */
  :: d_step { phase[_pid] == STORED && losses < LOSSES -> losses++; phase[_pid] = UNCLEAR }
  /* The card is stored and features hear of it, and then the post is committed. */
  :: d_step { phase[_pid] == SENT && CARD_BEFORE_COMMIT -> card[NEXT] = true; told[_pid] = NEXT; phase[_pid] = CARDED }
  :: d_step { phase[_pid] == CARDED && CARD_BEFORE_COMMIT -> pending[_pid] = false; FINISH }
  :: d_step { phase[_pid] == SENT && !CARD_BEFORE_COMMIT -> pending[_pid] = false; phase[_pid] = CARDED; done[_pid]++; turn = 0 }
  :: d_step { phase[_pid] == CARDED && !CARD_BEFORE_COMMIT -> card[done[_pid]] = true; told[_pid] = done[_pid]; phase[_pid] = IDLE }
  /* Its own unconfirmed post is there, or must be posted again. */
  :: d_step { (phase[_pid] == UNCLEAR || (phase[_pid] == IDLE && pending[_pid] && turn == 0)) && posted[NEXT] > 0 -> phase[_pid] = SENT; turn = _pid + 1 }
  :: d_step { (phase[_pid] == UNCLEAR || (phase[_pid] == IDLE && pending[_pid] && turn == 0)) && posted[NEXT] == 0 -> pending[_pid] = false; phase[_pid] = IDLE; turn = 0 }
  /* It looks for the unconfirmed post of the other one, and finds it: that is as good as a card. */
  :: d_step { MAY_ASK && ASKS_PENDING && OTHER_IS_PENDING && posted[NEXT] > 0 && !card[NEXT] && phase[OTHER] == IDLE -> card[NEXT] = true }
  /* The post of the other one is not there, so this one posts. */
  :: d_step { MAY_ASK && ASKS_PENDING && OTHER_IS_PENDING && posted[NEXT] == 0 && phase[OTHER] == IDLE -> phase[_pid] = CHECKED; turn = _pid + 1 }
  /* It joins the post of the other one: the card names it, and features hear of it; then the mention is done. */
  :: d_step { MAY_ASK && KNOWS_CARD && TELLS_BEFORE_DONE -> told[_pid] = NEXT; turn = _pid + 1; phase[_pid] = JOINING }
  :: d_step { phase[_pid] == JOINING && TELLS_BEFORE_DONE -> FINISH }
  :: d_step { MAY_ASK && KNOWS_CARD && !TELLS_BEFORE_DONE -> done[_pid]++; phase[_pid] = JOINING }
  :: d_step { phase[_pid] == JOINING && !TELLS_BEFORE_DONE -> told[_pid] = done[_pid]; phase[_pid] = IDLE }
  /* After a wipe, the receipts of both subscriptions show what is posted. Two alerts do not know each other's receipts. */
  :: d_step { phase[_pid] == IDLE && !verified && done[_pid] < MENTIONS && ADOPTS_RECEIPTS && posted[NEXT] > 0 && (SAME_ALERT || _pid == 0) -> done[_pid]++; told[_pid] = done[_pid] }
  od
}

active proctype world() {
end:
  do
  /* The bot dies, and starts again. */
  :: d_step { crashes < CRASHES && (phase[0] != IDLE || phase[1] != IDLE || turn != 0) -> crashes++; phase[0] = IDLE; phase[1] = IDLE; turn = 0 }
  /* The store is wiped. Nothing is on its way. */
  :: d_step { wipes < WIPES && phase[0] == IDLE && phase[1] == IDLE -> wipes++; done[0] = 0; done[1] = 0; pending[0] = false; pending[1] = false; card[1] = false; card[2] = false; card[3] = false; card[4] = false; verified = false }
  :: d_step { !verified && !(ADOPTS_RECEIPTS && done[0] < MENTIONS && posted[done[0] + 1] > 0) && !(ADOPTS_RECEIPTS && SAME_ALERT && done[1] < MENTIONS && posted[done[1] + 1] > 0) -> verified = true }
  /* A card is older than 30 days, and forgotten. */
  :: d_step { !CARDS_ARE_KEPT && !aged && card[1] && phase[0] == IDLE && phase[1] == IDLE -> aged = true; card[1] = false }
  od
}

active proctype ending() {
  timeout;
  assert(ALL_DONE)
}
