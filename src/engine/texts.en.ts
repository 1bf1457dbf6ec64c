export const en = {
  // The first message of a subscription.
  watching: 'Watching {alert}.',
  perDay: 'Expect about {count, plural, one {# mention} other {# mentions}} a day.',
  lessPerDay: 'Expect less than one mention a day.',
  nothingMatches: 'None of the latest mentions match the filters.',
  olderMentions:
    '{count, plural, =0 {There are no older mentions.} =1 {One older mention was not posted.} other {# older mentions were not posted.}}',
  olderMentionsAtLeast: 'At least {count, number} older mentions were not posted.',
  showExample: 'Show an example',
  sinceThen: 'Since {since} · {checks}',
  nextCheck: 'Next check {at}',
  everyMinutes: 'Checks every {count, plural, =1 {minute} other {# minutes}}',
  everySeconds: 'Checks every {count, plural, =1 {second} other {# seconds}}',
  // A call to what another subscription has posted in the channel.
  alsoIn: 'Also in {subscription}: {count, plural, one {# mention} other {# mentions}}',
  titleAlsoIn: 'Also in {subscription}: “{title}”',
  // An alert is unusually quiet.
  tooQuiet: 'Too quiet: {alert}',
  tooQuietPart: 'Too quiet: {part}, {alert}',
  unknownLanguage: 'language {code}',
  quietSince:
    'No new mention since {since}. Usually about {expected, number} arrive in this time ({perDay, number} a day).',
  quietAdvice:
    'This may be a quiet time or a fault: check the alert in the mention service. Odds of such a silence by chance: {chance}.',
  service:
    '{found, select, sound {The mention service answers.} faulty {The mention service does not answer.} unknown {Unknown: whether the mention service answers.}}',
  token:
    '{found, select, sound {It accepts our access token.} faulty {It refuses our access token: check MENTIONS_API_TOKEN.} unknown {Unknown: whether it accepts our access token.}}',
  'plan-limit':
    "{found, select, sound {The plan's limit is not reached.} faulty {The plan's monthly mentions are used up: that is why it is quiet.} unknown {Unknown: whether the plan's limit is reached.}}",
  'ids-moving':
    '{found, select, sound {Other alerts get new mentions, so the service collects.} faulty {No alert gets new mentions: the service may have stopped collecting.} unknown {Unknown: whether other alerts get new mentions.}}',
  schedule:
    '{found, select, sound {Overheard is checking on time.} faulty {Overheard is behind with its checks: see /status.} unknown {Unknown: whether Overheard is checking on time.}}',
  // The plan at the mention service.
  usedUp: "The plan's monthly mentions are used up.",
  collectsAgainAt:
    'The mention service collects nothing new until {renewal}, when the plan is renewed. Mentions published until then may be missing for good.',
  collectsAgain:
    'The mention service collects nothing new until the plan is renewed. Mentions published until then may be missing for good.',
  raisePlan:
    'Then Overheard continues by itself. To get mentions sooner, ask the person who manages your plan at the mention service to raise it.',
  renewed: "The plan's monthly mentions are available again.",
  goesOn: 'New mentions are collected and posted as before.',
  used: "{share} of the plan's monthly mentions are used: {used, number} of {all, number}.",
  lasts: 'At {perDay, number} a day they last until the renewal on {renewal}.',
  runsOut:
    'At {perDay, number} a day they run out on {end}. From then until {renewal}, when the plan is renewed, mentions may be missing for good. To prevent that, ask the person who manages your plan at the mention service to raise it.',
  estimate: 'Estimate from the last 7 days; assumes the plan renews on the 1st.',
} as const
