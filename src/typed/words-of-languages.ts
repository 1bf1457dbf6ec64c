import { type Language, languageNow } from '../messages/kit/locale.ts'
import { english } from './english.ts'

/**
 * The words of times in other languages, each with the English words of the same meaning, in lower case. So there is one grammar. The table of the
 * language of now is read, because a word of one language is a name in another, such as “Bis” or “Para”. English words are read in each.
 */
type Table = {
  /** From Sunday and from January on. A day may have several words. */
  weekdays: string[]
  months: string[]
  words: Record<string, string>
  /** What is not a word between blanks, tried in this order. */
  patterns?: [RegExp, string][]
}

const counted = (one: string[], others: string[], unit: string) =>
  Object.fromEntries([...one.map((word) => [word, unit]), ...others.map((word) => [word, `${unit}s`])])

const numbers = (list: string) =>
  Object.fromEntries(list.split(' ').map((word, at) => [word, Object.keys(english.counts)[at + 3] ?? '']))

/**
 * Ways to write the clock, such as `18h30`, behind a word that a time can follow. Elsewhere, `2h` is a length. Only without an `h`, `1.12` can
 * be a date.
 */
const clockBehind = (words: string): [RegExp, string][] => {
  const behind = `(?<=(?:^| |')(?:${words}) )`
  const hours = 'h(?:s|rs|oras|eures?)?'
  return [
    [new RegExp(String.raw`${behind}(\d{1,2}) ?${hours} ?(\d\d)(?= |$)`, 'g'), '$1:$2'],
    [new RegExp(String.raw`${behind}(\d{1,2})[:.](\d\d) ?${hours}(?= |$)`, 'g'), '$1:$2'],
    [new RegExp(String.raw`${behind}(\d{1,2}) ?${hours}(?= |$)`, 'g'), '$1:00'],
  ]
}

/** `1h30`, alone or behind a word for “for”. */
const hoursAndMinutes = (words: string): [RegExp, string] => [
  new RegExp(String.raw`^((?:(?:${words}) )?)(\d{1,3}) ?h ?(\d\d)$`, 'g'),
  '$1$2h $3m',
]

const germanDays = ['so', 'mo', 'di', 'mi', 'do', 'fr', 'sa'].map((short, at): [RegExp, string] => [
  new RegExp(String.raw`(?<=(?:^| )(?:bis|zum|ab|von|vom) )${short}\.?(?= |$)`, 'g'),
  english.weekdays[at] ?? '',
])

const frenchDays = 'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche'
const frenchMonths = 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre'
const spanishDays = 'lunes|martes|miércoles|jueves|viernes|sábado|domingo'
const portugueseDays = '(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?|sábado|domingo'

const digits = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九']
const inJapanese = (number: number) => {
  const tens = Math.floor(number / 10)
  return `${tens > 1 ? digits[tens] : ''}${tens > 0 ? '十' : ''}${digits[number % 10]}`
}

/** From 59 down, because 十 is part of 二十. */
const japaneseNumbers = Array.from({ length: 59 }, (_, at): [RegExp, string] => [
  new RegExp(`${inJapanese(59 - at)}(?=時間|日間|週間|[かカヶヵケ箇]月|年間|分)`, 'g'),
  String(59 - at),
])

const tables: Record<Exclude<Language, 'en'>, Table> = {
  de: {
    weekdays: ['sonntag', 'montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag|sonnabend'],
    months: [
      ...['januar|jänner|jän', 'februar', 'märz|mär|mrz', 'april', 'mai', 'juni'],
      ...['juli', 'august', 'september', 'oktober|okt', 'november', 'dezember|dez'],
    ],
    words: {
      ...counted(['minute'], ['minuten', 'min.'], 'minute'),
      ...counted(['stunde'], ['stunden', 'std', 'std.'], 'hour'),
      ...counted(['tag', 'tages'], ['tage', 'tagen'], 'day'),
      ...counted(['woche'], ['wochen'], 'week'),
      ...counted(['monat', 'monats'], ['monate', 'monaten'], 'month'),
      ...counted(['jahr', 'jahres'], ['jahre', 'jahren'], 'year'),
      ...numbers('zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'),
      ...{ ein: 'a', eine: 'a', einen: 'a', einem: 'a', einer: 'a', 'eine halbe': 'half an', und: 'and' },
      ...{
        bis: 'until',
        'bis zu': 'until',
        'bis zum': 'until',
        für: 'for',
        ab: 'from',
        von: 'from',
        vom: 'from',
      },
      ...{ um: 'at', uhr: '', am: 'on', den: '', der: '', lang: '', heute: 'today', morgen: 'tomorrow' },
      ...{ übermorgen: 'day after tomorrow', mittag: 'noon', mitternacht: 'midnight', immer: 'forever' },
      ...{ nächste: 'next', nächsten: 'next', nächster: 'next', nächstes: 'next' },
      ...{ kommende: 'coming', kommenden: 'coming', kommender: 'coming', kommendes: 'coming' },
      ...{
        diese: 'this',
        diesen: 'this',
        dieser: 'this',
        dieses: 'this',
        'anderthalb stunden': '90 minutes',
      },
      ...{
        ...{ ende: 'end of', 'ende der': 'end of', 'ende des': 'end of' },
        ...{ monatsende: 'end of month', jahresende: 'end of year' },
      },
    },
    patterns: [
      ...germanDays,
      [/(?<=^| )von (\d{1,2}) bis (\d{1,2}) ?uhr(?= |$)/g, 'von $1:00 bis $2:00'],
      [/(?<![\d:.])(\d{1,2}) ?uhr (\d\d)(?= |$)/g, '$1:$2'],
      [/(?<![\d:.])(\d{1,2})[:.](\d\d) ?uhr(?= |$)/g, '$1:$2'],
      [/(?<![\d:.])(\d{1,2}) ?uhr(?= |$)/g, '$1:00'],
    ],
  },
  es: {
    weekdays: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
    months: [
      ...['enero|ene', 'febrero', 'marzo', 'abril|abr', 'mayo', 'junio'],
      ...['julio', 'agosto|ago', 'septiembre|setiembre', 'octubre', 'noviembre', 'diciembre|dic'],
    ],
    words: {
      ...counted(['minuto'], ['minutos'], 'minute'),
      ...counted(['hora'], ['horas'], 'hour'),
      ...counted(['día'], ['días'], 'day'),
      ...counted(['semana'], ['semanas'], 'week'),
      ...counted(['mes'], ['meses'], 'month'),
      ...counted(['año'], ['años'], 'year'),
      ...numbers('dos tres cuatro cinco seis siete ocho nueve diez once doce'),
      ...{ un: 'a', una: 'a', 'media hora': 'half an hour', y: 'and', hasta: 'until', 'hasta el': 'until' },
      ...{
        durante: 'for',
        por: 'for',
        para: 'for',
        desde: 'from',
        'desde el': 'from',
        'desde las': 'from',
        'a las': 'at',
        'a la': 'at',
      },
      ...{
        'hasta las': 'until',
        'hasta el día': 'until',
        del: 'from',
        'del día': 'from',
        al: 'to',
        'al día': 'to',
      },
      ...{
        'a partir de': 'from',
        'a partir del': 'from',
        'a partir de las': 'from',
        este: 'this',
        esta: 'this',
      },
      ...{ 'al mediodía': 'at noon', 'a medianoche': 'at midnight', 'la medianoche': 'midnight' },
      ...{ el: 'on', de: 'of', hoy: 'today', mañana: 'tomorrow', 'pasado mañana': 'day after tomorrow' },
      ...{ mediodía: 'noon', medianoche: 'midnight', siempre: 'forever', próximo: 'next', próxima: 'next' },
      ...{ 'la próxima semana': 'next week', 'la semana que viene': 'next week' },
      ...{ 'semana que viene': 'next week', 'mes que viene': 'next month', 'año que viene': 'next year' },
      ...{ 'el próximo mes': 'next month', 'el mes que viene': 'next month' },
      // “Fin de semana” is the weekend, so it is no word here.
      ...{ 'fin de la semana': 'end of week', 'final de la semana': 'end of week' },
      ...{ 'fin de mes': 'end of month', 'fin del mes': 'end of month' },
      ...{ 'final de mes': 'end of month', 'final del mes': 'end of month' },
      ...{ 'fin del día': 'end of day', 'final del día': 'end of day' },
      ...{ 'fin de año': 'end of year', 'fin del año': 'end of year', 'final del año': 'end of year' },
      ...{ 'una hora y media': '90 minutes', 'hora y media': '90 minutes' },
    },
    patterns: [
      hoursAndMinutes('durante|por|para'),
      // At the end, “y” joins nothing, so it is the English unit.
      [/ y$/g, ' years'],
      [/(?<=^| )hasta la (?=1[:.h])/g, 'hasta las '],
      ...clockBehind('las?|de|a'),
      [/(?<=(?:^| )las? )(\d{1,2})\.(\d\d)(?= |$)/g, '$1:$2'],
      [/^de (.+) a (?!las? )(.+)$/g, 'from $1 to $2'],
      [new RegExp(`(?<=^| )(${spanishDays}) que viene(?= |$)`, 'g'), 'próximo $1'],
    ],
  },
  fr: {
    weekdays: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
    months: [
      ...['janvier|janv', 'février|févr', 'mars', 'avril|avr', 'mai', 'juin'],
      ...['juillet|juil', 'août', 'septembre', 'octobre', 'novembre', 'décembre|déc'],
    ],
    words: {
      ...counted(['minute'], ['minutes'], 'minute'),
      ...counted(['heure'], ['heures'], 'hour'),
      ...counted(['jour'], ['jours', 'j'], 'day'),
      ...counted(['semaine'], ['semaines'], 'week'),
      ...counted([], ['mois'], 'month'),
      ...counted(['année'], ['ans', 'années'], 'year'),
      ...numbers('deux trois quatre cinq six sept huit neuf dix onze douze'),
      ...{
        un: 'a',
        une: 'a',
        'un an': 'a year',
        'une demi-heure': 'half an hour',
        et: 'and',
        "jusqu'à": 'until',
        "jusqu'au": 'until',
      },
      ...{ "jusqu'en": 'until', pendant: 'for', pour: 'for', 'à partir de': 'from' },
      ...{
        'à partir du': 'from',
        dès: 'from',
        du: 'from',
        au: 'to',
        à: 'at',
        le: 'on',
        "aujourd'hui": 'today',
      },
      ...{ demain: 'tomorrow', 'après-demain': 'day after tomorrow', midi: 'noon', minuit: 'midnight' },
      ...{ toujours: 'forever', prochain: 'next', prochaine: 'next', ce: 'this' },
      ...{ 'la semaine prochaine': 'next week', "l'année prochaine": 'next year' },
      ...{ 'le mois prochain': 'next month', 'mois prochain': 'next month' },
      // “Fin de semaine” is the weekend for many people, so it is no word here.
      ...{ 'la fin de la semaine': 'end of week', 'la fin de la semaine prochaine': 'end of next week' },
      ...{ 'la fin du mois': 'end of month', 'la fin du mois prochain': 'end of next month' },
      ...{ 'la fin de la journée': 'end of day', "la fin de l'année": 'end of year' },
      ...{ 'une heure et demie': '90 minutes' },
    },
    patterns: [
      hoursAndMinutes('pendant|pour'),
      [/(?<=^| )1er(?= )/g, '1'],
      // “Sept” is seven, too.
      [/(?<=\d(?:st|nd|rd|th|\.)? (?:of )?)sept\.?(?= |$)/g, 'september'],
      [/(?<=^| )sept\.?(?= \d)/g, 'september'],
      ...clockBehind(`à|de|dès|aujourd'hui|demain|après-demain|${frenchDays}|${frenchMonths}`),
      [/^de (?=.+ jusqu'(?:à|au|en) )/g, 'from '],
      [/^de (.*\d{1,2}:\d\d) à (.+)$/g, 'from $1 to $2'],
      [/^de (.+?) à (?!\d)(.+)$/g, 'from $1 to $2'],
      [new RegExp(`(?<=^| )(${frenchDays}) prochain(?= |$)`, 'g'), 'prochain $1'],
    ],
  },
  ja: {
    weekdays: [
      '日曜日|日曜',
      '月曜日|月曜',
      '火曜日|火曜',
      '水曜日|水曜',
      '木曜日|木曜',
      '金曜日|金曜',
      '土曜日|土曜',
    ],
    months: Array.from({ length: 12 }, () => ''),
    words: {},
    patterns: [
      [/^(.+)から(.+?)まで$/g, 'from $1 until $2'],
      [/^(.+)から(.+?間)$/g, 'from $1 for $2'],
      [/^(.+?)まで$/g, 'until $1'],
      ...japaneseNumbers,
      [/(?<=\d) ?分間?/g, ' minutes '],
      [/(\d{1,3}) ?時間半/g, ' $1.5 hours '],
      [/(?<=\d) ?時間/g, ' hours '],
      [/(\d{1,2}) ?時 ?(\d) minutes/g, ' $1:0$2 '],
      [/(\d{1,2}) ?時 ?(\d{1,2}) minutes/g, ' $1:$2 '],
      [/(\d{1,2}) ?時半/g, ' $1:30 '],
      [/(\d{1,2}) ?時/g, ' $1:00 '],
      [/午前 ?(\d{1,2}:\d\d)/g, ' $1am '],
      [/午後 ?(\d{1,2}:\d\d)/g, ' $1pm '],
      [/(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日/g, ' $1-$2-$3 '],
      [/(\d{1,2}) ?月 ?(\d{1,2}) ?日 ?\(([日月火水木金土])(?:曜日?)?\)/g, ' $3曜 $2.$1. '],
      [/(\d{1,2}) ?月 ?(\d{1,2}) ?日/g, ' $2.$1. '],
      [/(?<=\d) ?日間?/g, ' days '],
      [/(?<=\d) ?週間/g, ' weeks '],
      [/(?<=\d) ?[かカヶヵケ箇]月間?/g, ' months '],
      [/(?<=\d) ?年間?/g, ' years '],
      [/明後日|あさって/g, ' day after tomorrow '],
      [/明日|あした/g, ' tomorrow '],
      [/今日/g, ' today '],
      [/来月末/g, ' end of next month '],
      [/今月末|(?<![\d来先])月末/g, ' end of month '],
      [/来週/g, ' next week '],
      [/来月/g, ' next month '],
      [/来年/g, ' next year '],
      [/今週の/g, ' this '],
      [/今度の/g, ' coming '],
      [/次の/g, ' next '],
      [/正午/g, ' noon '],
      [/の/g, ' '],
      [/ずっと|無期限/g, ' forever '],
    ],
  },
  pt: {
    weekdays: [
      ...['domingo', 'segunda-feira|segunda', 'terça-feira|terça', 'quarta-feira|quarta'],
      ...['quinta-feira|quinta', 'sexta-feira|sexta', 'sábado'],
    ],
    months: [
      ...['janeiro', 'fevereiro|fev', 'março', 'abril|abr', 'maio|mai', 'junho'],
      ...['julho', 'agosto|ago', 'setembro|set', 'outubro|out', 'novembro', 'dezembro|dez'],
    ],
    words: {
      ...counted(['minuto'], ['minutos'], 'minute'),
      ...counted(['hora'], ['horas'], 'hour'),
      ...counted(['dia'], ['dias'], 'day'),
      ...counted(['semana'], ['semanas'], 'week'),
      ...counted(['mês'], ['meses'], 'month'),
      ...counted(['ano'], ['anos'], 'year'),
      ...numbers('dois três quatro cinco seis sete oito nove dez onze doze'),
      ...{
        duas: 'two',
        um: 'a',
        uma: 'a',
        'meia hora': 'half an hour',
        e: 'and',
        até: 'until',
        'até o': 'until',
      },
      ...{
        'até ao': 'until',
        'até à': 'until',
        'até o dia': 'until',
        'até ao dia': 'until',
        'até dia': 'until',
      },
      ...{ 'a partir das': 'from', 'a partir do': 'from', 'a partir da': 'from', este: 'this', esta: 'this' },
      ...{ 'ao meio-dia': 'at noon', 'à meia-noite': 'at midnight', 'uma hora e meia': '90 minutes' },
      ...{ 'até a': 'until', 'até as': 'until', 'até às': 'until', por: 'for', durante: 'for', para: 'for' },
      ...{
        desde: 'from',
        'a partir de': 'from',
        às: 'at',
        as: 'at',
        de: 'of',
        hoje: 'today',
        amanhã: 'tomorrow',
      },
      ...{ 'depois de amanhã': 'day after tomorrow', 'meio-dia': 'noon', 'meia-noite': 'midnight' },
      ...{ sempre: 'forever', próximo: 'next', próxima: 'next', 'a próxima semana': 'next week' },
      ...{ 'semana que vem': 'next week', 'mês que vem': 'next month', 'ano que vem': 'next year' },
      // “Fim de semana” and “final de semana” are the weekend, so they are no words here.
      ...{ 'fim da semana': 'end of week', 'final da semana': 'end of week' },
      ...{ 'fim do mês': 'end of month', 'final do mês': 'end of month' },
      ...{ 'fim do dia': 'end of day', 'final do dia': 'end of day' },
      ...{ 'fim do ano': 'end of year', 'final do ano': 'end of year' },
    },
    patterns: [
      hoursAndMinutes('por|durante|para'),
      ...clockBehind('[àa]s|das|de|a'),
      [/(?<=(?:^| )(?:[àa]s|das) )(\d{1,2})\.(\d\d)(?= |$)/g, '$1:$2'],
      [/^das (.+) [àa]s (.+)$/g, 'from $1 to $2'],
      [/^de (?=.+ até )/g, 'from '],
      [/^de (.+) a (.+)$/g, 'from $1 to $2'],
      [new RegExp(`(?<=^| )(${portugueseDays}) que vem(?= |$)`, 'g'), 'próxima $1'],
    ],
  },
}

/** A term in which it finds nothing any more stays as it is, because a term is read in several steps. */
type Reader = (term: string) => string

/** Only a unit can follow its count without a blank. Behind a digit, “am” is the English one. */
const isUnit = (word: string) => Object.values(english.units).flat().includes(word)

const readers = new Map<string, Reader>()

function readerOf({ weekdays, months, words, patterns = [] }: Table): Reader {
  const named = (names: string[], ofEnglish: string[]) =>
    names.flatMap((name, at) => name.split('|').map((one) => [one, ofEnglish[at] ?? ''] as const))
  const all = new Map([
    ...Object.entries(words),
    ...named(weekdays, english.weekdays),
    ...named(months, english.months).flatMap(([name, month]) =>
      name === '' ? [] : [[name, month] as const, [`${name}.`, month] as const],
    ),
  ])
  // Japanese has no blanks between words.
  const hasBlanks = !/[\u3040-\u30ff\u4e00-\u9fff]/.test(weekdays[0] ?? '')
  const before = (word: string) => (isUnit(all.get(word) ?? '') ? '(?<=^| |\\d)' : '(?<=^| )')
  const escaped = [...all.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => [word, word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)] as const)
    .map(([word, escaped]) => (hasBlanks ? `${before(word)}${escaped}(?=$| )` : escaped))
  const word = new RegExp(escaped.join('|'), 'gu')
  return (term) => {
    const replaced = patterns.reduce((text, [pattern, english]) => text.replaceAll(pattern, english), term)
    return replaced
      .replaceAll(word, (found) => ` ${all.get(found) ?? found} `)
      .replaceAll(/ +/g, ' ')
      .trim()
  }
}

/** Returns a term (`plainTime`) with the English words of what is said in the language of now. */
export function inEnglish(term: string): string {
  const language = languageNow()
  const table = Object.hasOwn(tables, language) ? tables[language as keyof typeof tables] : undefined
  if (table === undefined) return term
  const read = readers.get(language) ?? readerOf(table)
  readers.set(language, read)
  return read(term)
}
