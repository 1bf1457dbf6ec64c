/** Frequent words that are no topic, in the most frequent languages. */
export const stopWords = new Set(
  `about after again also always another around because been before being between both cannot could does doing done
  down each even ever every everything find first from gets getting give gives going have having here into just keep
  know less like look looks made make makes many more most much must myself need never next nobody once only other
  over people really same says seems should since some someone something still such take than that their them then
  there these they thing things think this those three through time today took until very want well were what when
  where which while will with without work works would year years your yours
  aber alle auch beim dann dass dein denn diese dieser doch durch einem einen einer eines etwas für gegen hier ihre
  immer jetzt kann kein keine mehr mein meine mich mich nach nicht noch nur oder ohne schon sehr sein seit sich sind
  über und unter vom von vor war warum wenn wer wie wieder wird wurde
  avec aussi avant bien cela ces cette chez comme dans depuis des deux donc elle elles encore entre est être fait
  leur mais même mes moins nous plus pour pourquoi quand que qui sans ses son sont sur tous tout très une vous
  ahora algo ante antes cada como con cuando del desde donde ella ellos entre era esta está este esto hace hasta hay
  las los más me mucho muy nada para pero por porque que quien sin sobre solo son también tiene todo una uno
  a agora ainda até com como das depois dos ele ela em essa esse isso mais mas mesmo meu minha muito não nos para pela
  pelo por porque qual quando quem sem ser seu sua são também tem toda todo uma você`.split(/\s+/),
)

/** The distinct terms of a text: words of 4 to 24 letters, in lower case, without stop words. */
export function termsOf(text: string): Set<string> {
  const runs = text.toLowerCase().match(/[\p{L}\p{M}]{4,24}/gu) ?? []
  return new Set(runs.filter((run) => !stopWords.has(run)))
}
