export const en = {
  // Buttons, and the titles of the modals that they open.
  allNumbers: 'All numbers',
  notPosted: 'What was left out',
  eachAlert: 'Show each alert',
  back: 'Previous page',
  more: 'Next page',
  page: 'Page {page, number} of {pages, number}',

  // The digest.
  'heading-day': 'Daily digest, {range}',
  'heading-week': 'Weekly digest, {range}',
  'heading-month': 'Monthly digest, {range}',
  'heading-other': 'Digest, {range}',
  alert: 'Alert',
  figure:
    '{figure, select, mentions {Mentions} reach {Reach} negative {Negative} positive {Positive} neutral {Neutral}}',
  'details-channel': 'Details of each alert in the thread ↓',
  'details-asker': "Preview. When posted, each alert's details follow in the thread.",
  compared: 'Compared with {previous}. Days are in UTC.',
  moreAlerts: '{count, plural, one {# more alert is} other {# more alerts are}} in All numbers.',
  stillOpen: 'All that is still open here: {total, number}',
  stillOpenMost: 'All that is still open here: {total, number}. The most urgent:',
  nothing: '{heading}: no mentions.',
  nothingFor: '{heading}: no mentions for {alert}.',
  answered: '{done, number} of {of, plural, one {# negative post} other {# negative posts}} closed',
  unnamedAlert: 'Unnamed alert',
  noData: 'no data',
  unknown: 'unknown',
  unknownBecause: 'unknown ({reason})',
  noStatistics: '{alert} has no statistics',
  noStatisticsBecause: 'no statistics ({reason})',
  noMentionCount: 'mention count unavailable',
  widestReach: 'Widest reach',
  otherNegative: 'Other negative mentions',
  negativeWidest: 'Negative mentions with the widest reach',
  places: 'in {places, plural, one {# place} other {# places}}',

  // News of an alert. `alert` is its name.
  newsNoStatistics: '{alert} has no statistics: {reason}',
  newsNoCount: '{alert}: mention count unavailable right now',
  newsNone: '{alert} had no mentions',
  newsNoneChanged: '{alert} had no mentions ({change})',
  news: '{alert}: {details}',
  mentions: '{count, plural, one {# mention} other {# mentions}}',
  mentionsThan:
    '{count, plural, one {# mention} other {# mentions}}, {share} {direction, select, more {more} fewer {fewer}} than {length, select, day {the day before} week {the week before} month {the month before} other {in the same time before}}',
  negativeThan: '{share} negative ({before} before)',
  mostOn: 'busiest day: {day}, {count, number}',
  and: '{one}; {other}',
  busiestDay: '{day} was the busiest day ({count, plural, one {# mention} other {# mentions}}).',
  busiestDays: '{days} were the busiest days ({count, plural, one {# mention} other {# mentions}} each).',
  sourceMoved:
    'Biggest change by source: {source}, {to, plural, one {# mention} other {# mentions}} (was {from, number}).',
  countryMoved:
    'By country: {country}, {to, plural, one {# mention} other {# mentions}} (was {from, number}).',
  turnedPositive: 'More positive than negative mentions, unlike before.',
  turnedNegative: 'More negative than positive mentions, unlike before.',
  shareRose: 'The negative share rose from {from} to {to}.',
  shareFell: 'The negative share fell from {from} to {to}.',
  newTopics: 'New topics: {topics}.',

  newsOfAll:
    '{alerts, plural, one {# alert} other {# alerts}} found {mentions, plural, one {# mention} other {# mentions}}, most of them for {alert} ({count, number})',
  newsOfAllOne:
    '{alerts, plural, one {# alert} other {# alerts}} found {mentions, plural, one {# mention} other {# mentions}}, all for {alert}',
  newsOfAllNone: '{alerts, plural, one {# alert} other {# alerts}} found no mentions',
  newsNoCounts:
    'The mention counts of {alerts, plural, one {# alert} other {# alerts}} are unavailable right now',
  newsOnly: '{news}.',
  newsAndOpen: '{news}. {open}.',

  // What people did with negative posts: the end of the sentence above.
  allClosed:
    '{of, plural, one {One negative mention was posted here, and it is no longer open} other {# negative mentions were posted here, and none is still open}}',
  someOpen:
    '{of, plural, one {# negative mention was} other {# negative mentions were}} posted here, {open, plural, one {# is} other {# are}} still open',
  claimedAndClosed: 'Typically claimed within {claim} and closed within {close} of the post (medians).',
  claimedWithin: 'Typically claimed within {claim} of the post (medians).',
  closedWithin: 'Typically closed within {close} of the post (medians).',
  byPeople: '{people}.',
  personClosed: '{person} closed {closed, number}',
  personHas: '{person} has {holding, number}',
  personClosedAndHas: '{person} closed {closed, number} and has {holding, number}',
  othersDid: '{count, plural, one {# other person} other {# other people}} did the rest',
  corrected:
    'People corrected the sentiment of {count, number} of {of, plural, one {# post} other {# posts}} in this channel; shares of negative mentions are those of the mention service.',
  openFor: 'open for {time}',
  heldBy: '{state, select, claimed {claimed} snoozed {snoozed}} by {person}',
  assignedTo: 'assigned to {person}',
  doneBy: '✓ done by {person} in {time}',
  handledForgotten: 'How many negative posts were handled is no longer on record.',
  handledNow:
    '{done, number} of {of, plural, one {# negative post} other {# negative posts}} {done, plural, one {is} other {are}} closed (done or not relevant) now.',

  // All numbers.
  allNumbersOf: 'All numbers, {range}',
  numbersCompared: 'Compared with {previous}. Counted by publication date (UTC), as of now.',
  noFigures: 'No figures',
  total: 'Total',
  bySource: 'By source',
  byCountry: 'By country',
  figureUnknown:
    '{figure, select, mentions {Mentions} reach {Reach} negative {Negative} positive {Positive} neutral {Neutral}} unknown ({reason})',
  beforeUnknown: '{now, number} (before: unknown)',
  noEarlierData: '{now, number} (no earlier data)',
  noChange: '{now, number} (no change)',
  was: '{now, number} (was {before, number})',
  wasChanged: '{now, number} {change} (was {before, number})',
  outsideNow: 'outside the top {most, number} (was {before, number})',
  outsideBefore: '{now, number} (was outside the top {most, number})',
  others: '{count, plural, one {# other} other {# others}}',
  unnamed: 'unnamed',

  // Mentions that were not posted.
  notPostedTitle: 'What was left out: {range}',
  everythingPosted: 'What was left out: {range}. Everything was posted.',
  notPostedNote:
    'This is how it is now: some may have been posted since the digest. A mention counts on the day on which Overheard found it (UTC).',
  notPostedForgotten: 'The list of mentions that were not posted on {range} is no longer available.',
  keptFor: 'Overheard keeps it for {days, plural, one {# day} other {# days}}.',
  waiting: '{count, number} waiting',
  rejected: '{count, number} rejected by Slack',
  muted: '{count, number} muted',
  mutedOf:
    '{kind, select, author {{count, number} by muted authors} source {{count, number} from muted sources} domain {{count, number} from muted sites} word {{count, number} with muted words} other {{count, number} muted}}',
  duplicates: '{count, number} duplicates',
  filteredBy: '{count, number} filtered out by {rule}',
  filteredByRules: '{count, number} filtered out ({rules})',
  byRule: '{rule}: {count, number}',
  byOtherRules: 'other filters: {count, number}',
  slackRejected: 'Slack rejected it ({reason})',
  latest: 'The latest of them:',
  countOf: '{value}: {count, number}',
  countMutedBy: '{value}: {count, number} (muted by {person})',
  countOfOthers: 'others: {count, number}',
  thisPost: 'this post',
  onePost: 'one post',
  mention: 'mention {id}',
  foundNothing: 'Overheard found nothing new for this channel on these days.',
  left: 'Not posted: {left, number} of {found, plural, one {# mention} other {# mentions}}. {reasons}.',
  posted:
    'Posted: {shown, number}{inBursts, plural, =0 {} other {, # of them in posts with several mentions}}{own, plural, =0 {} other {, # of them your own}}.',
  postedAll:
    'Posted: {found, plural, =1 {the only mention} one {all # mention} other {all # mentions}}{inBursts, plural, =0 {} other {, # of them in posts with several mentions}}{own, plural, =0 {} other {, # of them your own}}.',
} as const
