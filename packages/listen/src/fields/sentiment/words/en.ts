import type { Words } from './words.ts'

/** Written by hand for this project. */
export const en: Words = {
  negators:
    "not no never nothing nobody none nor neither without hardly barely scarcely don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't cannot couldn't shouldn't haven't hasn't hadn't ain't dont doesnt didnt isnt arent wasnt wont cant couldnt wouldnt aint lacks lack nowhere cannot",
  without: 'without lack lacks',
  intensifiers:
    'very really so too extremely absolutely totally completely incredibly super insanely hella highly utterly truly seriously deeply freaking fucking damn bloody such most ridiculously quite literally genuinely soo sooo fuckin freakin',
  diminishers: 'somewhat slightly bit kinda sorta fairly mildly partly almost little rather sort_of kind_of',
  contrast: 'but however yet although though nevertheless',
  irony: 'yeah_right thanks_for_nothing great_job_guys nice_going way_to_go well_done_guys',
  than: 'than',
  comparatives: '',
  unlike:
    'unlike instead_of rather_than compared_to compared_with switched_from switching_from moved_from moving_from left ditched',
  opinions: 'think thinks thinking believe believes feel feels say says saying consider reckon suppose',
  thanks: 'thanks thank thankyou thx tx ty',
  common: `able across actually against almost alone along already although among anyone anything away back became become behind below best better bring brought
    called came come comes coming couldn't days didn't different else enough everyone five four full further gone good great hadn't hasn't haven't help
    hers herself himself however inside instead itself kind later least left life line little long main maybe means might mine months more morning near
    needs nobody nothing often okay once ones onto ours ourselves outside part past perhaps place please quite rather read really right said says seem
    seen self shall show side somehow sometimes soon start started stuff sure tell than thank theirs themselves therefore thing told tomorrow tonight took
    towards tried tries true trying turn twice under unless upon used user users uses using usually various week weeks went whatever whether whole whom
    whose within won't word words wouldn't write writes writing written wrote yeah yesterday yourself`,
  degrees: {
    3: `love loved loving loves lovely amazing amazed awesome fantastic brilliant excellent outstanding superb perfect perfectly perfection incredible wonderful gorgeous
      best ever_best stunning phenomenal magnificent marvelous marvellous fabulous spectacular masterpiece blessed adore adorable delighted thrilled ecstatic
      can't_wait cant_wait cannot_wait so_excited can't_recommend_enough highly_recommend life_saver lifesaver game_changer second_to_none top_notch hats_off
      happiest greatest flawless exceptional obsessed superb impressed breathtaking heavenly legendary goat`,
    2: `good great nice happy glad beautiful beautifully cool fun enjoy enjoyed enjoying enjoyable excited exciting excitement thanks thank thankful thx grateful win winning winner wins won
      congrats congratulations congratulation proud cute sweet pretty handsome delicious tasty yummy hilarious funny recommend recommended recommending impressive favorite favourite fav fave
      yay woohoo woo hooray wow epic dope lit fire sick_beat bravo kudos cheers welcome superior love_it well_done good_job great_job nice_work helpful reliable friendly fast_and easy easily smooth smoothly
      solid worth_it works_great works_perfectly works_well works_like_a_charm elegant intuitive comfortable pleasant pleased pleasure satisfied satisfying happiness joy joyful lucky luck blessing
      smile smiling smiles laugh laughing fascinating inspiring inspired inspiration charming genius talented kind kindness generous peaceful relaxing refreshing rocks rocked crushed_it nailed_it killing_it
      xoxo hugs hug babe darling sweetheart beloved cherish celebrate celebrating celebration party hopeful looking_forward look_forward pumped stoked hyped psyched hype banger bless
      upgrade improved improvement improves praise praised acclaimed award awarded awards success successful successfully triumph victory champion champions hero heroes thriving
      can't_say_enough cant_say_enough cannot_say_enough
      not_bad no_problem no_problems no_issues never_disappoints never_disappointed can't_complain cant_complain no_complaints without_issues without_problems no_regrets
      swag sexy hot_af badass stellar superstar gem treat yummm yum mmm`,
    1: `like liked likes better fine okay ok fair interesting interested useful safe secure support supported supports supporting agree agreed hope hoping wish trust calm clean clear ready free fresh bright smart strong
      special popular modern quick fast quickly convenient affordable cheap worth worthy benefit benefits gain gains boost boosts healthy positive ready haha hahaha lol lmao hehe aww awww please share
      fan fans friend friends best_friend bff birthday happy_birthday good_morning good_night goodnight morning sunshine weekend holiday vacation gift gifts honor honored honour
      promising quality responsive stable sturdy neat handy decent tops fixed solved resolved rescued growth grow grows growing record_high boosted soar soars rally opportunity peace freedom
      miss_you enjoyable relax relaxed chill deserved deserves respect respected admire appreciate appreciated appreciates appreciation finally
      launch launches celebrates honoured recovered improving progress encouraging encouraged enjoyed hopefully smarter safer cheaper faster easier loyal honest`,
    [-1]: `bad sad sorry slow slower hard difficult issue issues problem problems late delay delayed delays miss missed missing lost lose losing loses expensive overpriced confused confusing confuse
      complain complaint complaints concern concerned concerns worried worry worries afraid doubt doubts sick tired bored boring tedious weird strange wrong error errors warning risk risky against
      blame blamed deny denied refuse refused reject rejected drop drops dropped fall falls fell decline declined cut cuts recession debt unfortunately alas sadly meh ugh hmm sigh nope
      waiting stuck lack lacking lacks unclear unhappy unfair unable unsure limited complicated old outdated weak cheaply cold noise noisy lag laggy glitch glitchy glitches bug bugs buggy
      question_why why_would why_is how_come could_be_better should_be_better used_to_be no_longer not_working anymore cancel cancelled canceled cancelling cry crying cried hurt hurts hurting
      protest protests strike accused accuses allegedly alleged lawsuit sue sued sues fine_for fined ban banned bans jail jailed prison arrested arrest guilty trial dispute controversy controversial
      attack attacks attacked fight war victim victims injured injury wounded crisis threat threatens threatened fear fears scared scary cheat cheated cheating fake lie lied lies lying liar
      idk headache pain painful ache stress stressed stressful busy broke poor poorly cheap_feel regret regrets mistake mistakes ignore ignored ignores ignoring overrated rude
      suspended suspends abandon abandoned leak leaked leaks polluted pollution toxic layoff layoffs bankrupt bankruptcy loss losses plunge plunges plummet downtime unavailable flaw flaws vulnerability recall recalled misses overcharged underwhelming clunky unresponsive confusingly`,
    [-2]: `awful annoying annoyed annoys angry anger mad fail failed fails failing failure failures broken breaks crash crashes crashed crashing useless unusable pointless disappointed disappointing disappoints disappointment disappointments
      frustrated frustrating frustration unacceptable ridiculous stupid dumb idiot idiots idiotic moron morons ugly nasty gross lame crap crappy sucks suck sucked sucky damn dammit damnit hell wtf
      terrified horrific shame shameful ashamed embarrassing embarrassed embarrassment mess messed messy ruin ruined ruins ruining waste wasted wasting rubbish junk trash trashy dreadful
      depressed depressing depression miserable misery upset upsetting heartbroken heartbreaking devastated devastating tragic tragedy disaster disastrous chaos catastrophe evil cruel
      rip dead death deaths died dies dying dead_on die kill killed killing kills murder murdered suicide cancer terrorist terrorists terror terrorism bomb bombing massacre genocide racist racism sexist nazi
      scam scams scammed scammer scammers fraud fraudulent ripoff rip_off rip-off corrupt corruption criminal crime robbery stolen steal stole thief thieves spam malware virus hacked breach outage down_again
      refund refunds boycott avoid stay_away never_again don't_buy dont_buy do_not_buy don't_bother not_worth waste_of_money waste_of_time let_down letdown poor_quality piss_off pissed pissed_off fed_up sick_of tired_of
      bullshit bs ass asshole assholes bitch bitches bastard dick douche loser losers clown clowns joke pathetic incompetent ignorant arrogant selfish greedy clueless hypocrite hypocrites hypocrisy propaganda
      hate_to lonely alone hopeless nightmare dirty filthy stinks stink smelly unreliable dysfunctional defective faulty damaged unprofessional shady misleading deceptive
      can't_stand cant_stand can't_believe so_bad no_support no_response no_reply no_help not_good not_happy not_great not_funny not_cool not_okay no_good not_impressed doesn't_work doesnt_work didn't_work does_not_work won't_work stopped_working not_recommended`,
    [-3]: `hate hated hates hating terrible terribly horrible horribly worst worse disgusting disgusted disgusts disgrace disgraceful pathetic appalling atrocious abysmal horrendous garbage shit shitty shite shithole fuck fucked fucks fucker motherfucker
      loathe despise despicable vile repulsive revolting dumpster_fire unforgivable inexcusable worst_ever scum cunt stfu fuck_off fuck_you go_to_hell piece_of_shit total_waste absolute_joke`,
  },
}
