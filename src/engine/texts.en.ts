export const en = {
  // The first message of a subscription.
  watching: 'Watching {alert}.',
  perDay: 'Expect about {count, plural, one {# mention} other {# mentions}} a day.',
  lessPerDay: 'Expect less than one mention a day.',
  nothingMatches: 'None of the latest mentions match the filters.',
  olderMentions:
    '{count, plural, =0 {There are no older mentions.} =1 {One older mention is skipped.} other {# older mentions are skipped.}}',
  olderMentionsAtLeast: 'At least {count, number} older mentions are skipped.',
  showExample: 'Show a sample mention',
  sinceThen: 'Since {since}',
  changeIt: '{checks}. To change or stop it: /mentions help',
  nextCheck: 'Next check {at}',
  everyMinutes: 'Checks every {count, plural, =1 {minute} other {# minutes}}',
  everySeconds: 'Checks every {count, plural, =1 {second} other {# seconds}}',
  // A call to what another subscription has posted in the channel.
  alsoIn: 'Also in {subscription}: {count, plural, one {# mention} other {# mentions}}',
  titleAlsoIn: 'Also in {subscription}: “{title}”',
  // An alert is unusually quiet.
  tooQuiet: 'No mention of {alert} for {time}',
  tooQuietPart: 'No mention of {alert} ({part}) for {time}',
  unknownLanguage: 'language {code}',
  quietSince:
    'About {expected, number} would be usual since {since}. Such a silence is very unlikely to be chance ({chance}).',
  quietAdvice:
    'The mention service answers. Sign in there, and check that this alert is still on and searches for the right words.',
  service: 'The mention service does not answer.',
  'plan-limit': "The plan's monthly mentions are used up, so no mentions come.",
  'ids-moving': 'No other alert gets mentions either, so the mention service may have stopped collecting.',
  schedule: 'Overheard is behind with its checks: see /status.',
  // The plan at the mention service.
  usedUp: "The plan's monthly mentions are used up.",
  collectsAgainAt:
    'The mention service collects nothing new until {renewal}, when the plan is renewed. Mentions published until then may be missing for good.',
  collectsAgain:
    'The mention service collects nothing new until the plan is renewed. Mentions published until then may be missing for good.',
  raisePlan:
    'Then Overheard continues by itself. To get mentions sooner, ask whoever manages your plan with the mention service to raise the limit.',
  renewed: "The plan's monthly mentions are available again.",
  goesOn: 'New mentions are collected and posted as before.',
  used: "{share} of the plan's monthly mentions are used: {used, number} of {all, number}.",
  lasts: 'At {perDay, number} a day they last until the renewal on {renewal}.',
  runsOut: "The plan's monthly mentions run out on {end}.",
  untilRenewal:
    '{used, number} of {all, number} are used ({share}), at {perDay, number} a day. After that day, mentions may be missing for good until the plan is renewed on {renewal}. To prevent that, ask whoever manages your plan with the mention service to raise the limit.',
  estimate: 'Estimate from the last 7 days; assumes the plan renews on the 1st.',
} as const
