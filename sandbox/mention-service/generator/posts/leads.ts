import { parsePosts } from './parse-posts.ts'

/** Posts by people who look for a product like Acme without naming it. */
export const leads = [
  ...parsePosts(
    'en',
    'neutral',
    `
Can anybody recommend a notes app for a family of {n}? | …shared lists, works offline, not more than {price} a month. Which notes app do you use?…
Looking for a simple to-do list for our bakery in {city} | …two shifts, one tablet, flour on the screen. The simplest to-do list wins…
Which notes app has a good export? | …burnt once, never again. I want a notes app that lets me leave…
Tool for meeting notes with {n} volunteers? | …no budget, mixed devices, some of us over seventy. Meeting notes by mail do not work any more…
What do you use instead of sticky notes? | …my desk in {city} is yellow. I need a to-do list that nags a little…
`,
  ),
  ...parsePosts(
    'en',
    'negative',
    `Fed up with my current to-do list | …it logs me out, it loses things, it costs {price}. What to-do list would you take for {device}?…`,
  ),
  ...parsePosts(
    'de',
    'neutral',
    `Suche Notiz-App für den Sportverein | …{n} Mitglieder, gemeinsame Listen, Notiz-App sollte auch auf {device} laufen…`,
  ),
  ...parsePosts(
    'fr',
    'neutral',
    `Quelle appli de notes pour une petite équipe ? | …nous sommes {n} à {city}. Une appli de notes simple, sans formation…`,
  ),
]
