import { onFirstUse } from '../concurrency/on-first-use.ts'

/**
 * The most used passwords of four to seven letters, which people make longer by a number or a sign. Where the ranks come
 * from is said in `common-passwords.ts`.
 */
export const commonWords = onFirstUse(
  (): ReadonlySet<string> =>
    new Set(
      `
  abc abcd abcdef access accord action adidas admin administrator adrian alabama alaska albert alex alexis alicia
  alison allison alpha alyssa amanda amber america andre andrea andrew andrey angel angela angels animal anna anthony
  antonio apollo apple apples arizona arnold arsenal arthur asdasd asdf asdfg asdfgh ashley asshole assman august
  austin autumn avalon avatar awesome azerty baby badass badboy badger bailey bambam banana bandit barbara barney
  baseball bastard batman baxter bear beatles beaver beavis beer berlin bigboy bigcock bigdick bigdog bigman bigred
  bigtits bill billy birdie bishop bitch bitches biteme black blazer blowjob blowme blue bobby bondage bonnie boobies
  booboo boobs booger boogie boomer boston bradley brandon brandy braves brazil brenda brian britney bronco broncos
  brooke brutus bubba bubbles buddha buddy buffalo bulldog bullet burton buster butter caesar calvin camaro cameron
  canada candy captain carlos carmen carrie carter cartman casper cassie celtic chance changeme charles charlie
  cheese chelsea cherry chester chevy chicago chicken chopper chris christ chronic claire classic claudia cock coffee
  college compaq computer connor cookie cool cooper copper cougar cowboy cowboys crazy cricket crystal cumshot cunt
  daddy dakota dallas dancer danger daniel dave david death debbie denise dennis denver destiny devils dexter diablo
  diamond dick diesel digger digital disney doctor doggie dolphin domino donald donkey douglas dragon dreamer dreams
  driver drummer ducati duncan eagle eagles eclipse edward elvis eminem empire england enigma enter eric eugene
  everton extreme falcon family fantasy fender ferrari fire fireman fish fishing florida flower flowers fluffy flyers
  football ford forest forever france francis frank frankie fred freddy free freedom friday friend friends froggy
  fuck fucker fucking fuckme fuckoff fuckyou fylhtq gabriel galina galore gandalf gateway gators gemini general
  genesis genius george georgia gfhjkm ghbdtn giants gibson ginger girls goblue golden golf golfer goober good google
  gordon gracie green gregory guest guitar gunner hammer hannah happy hard harley hawaii heather heaven hello helpme
  hendrix hentai hiphop hitman hobbes hockey holiday homer honda hooters horney horny horse horses hotdog hotrod
  house houston howard hummer hunter iceman iloveyou indian ireland ironman iwantu jack jackass jackie jackson jaguar
  jake james jasmine jason jasper jeffrey jeremy jessica jessie jester jesus jimmy john johnny johnson jordan joseph
  joshua junior jupiter justice justin karina katana kelly kenneth kermit kevin killer king kirill kitten kitty
  klaster knight kodiak kramer kristen lakers lauren leather legend leslie letmein liberty lincoln little lizard
  login london louise love lovely loveme lover lovers loveyou lucky maddog madison madmax madonna maggie magic magnum
  maksim manutd marcus maria marina marine marines mark marley martin marvin master matrix matt matthew maximus
  maxwell melanie melissa member mercury merlin mexico michael mickey mike miller mine mnbvcxz molly monday money
  monica monkey monster montana mookie morgan mother mozart muffin murphy music mustang naruto nascar natalie natasha
  nathan naughty nelson nemesis newport newyork nicole nigger nikita nirvana nissan norman nothing october oksana
  oliver olivia online orange packers pamela pandora pantera panther panties parker pass passion passw passwd
  password passwort patches patrick paul peaches peanut penguin penis people pepper perfect peter phantom phoenix
  phpbb picard pickle pimpin pirate playboy player please pokemon police polina pookie poop poopoo popcorn porn porno
  porsche power prince princess private psycho pumpkin purple pussy qazwsx qazxsw qwaszx qweasd qweqwe qwer qwert
  qwerty qwertyu qwertz rabbit rachel racing raider raiders rainbow ranger rangers raptor rascal raymond razz rebecca
  reddog redrum redsox reggie richard robbie robert rock rocket rocky roland ronald ronaldo rooster root rosebud
  runner ruslan russell russia sabrina saints sammy samson samsung samuel sandman sandra sarah saturn school scooby
  scooter scorpio scott scotty secret serega sergey sexsex sexy shadow shaggy shannon sharon shelby shit shopping
  shorty sierra silver simon simone simple simpson skipper skippy skyline slayer slut smith smokey smooth sniper
  snoopy snowman soccer sophie spanky sparky speedy spencer spider spirit spooky sports spring stalker stanley star
  stella stephen steve steven stinky stupid sublime success sucker suckit suckme summer sunset sunshine super
  superman surfer suzuki sweet sydney system taurus taylor tennis teresa test tester testing theman therock thomas
  thumper thunder tiffany tiger tigers tigger timothy tinker titanic tits tomcat tommy topgun toyota travis trinity
  trouble trustno tucker turkey turtle tweety united user vampire vanessa vegeta vfhbyf vfrcbv victor victory viking
  vikings vincent viper vision voodoo voyager walker walter wanker warrior water welcome whatever wildcat william
  willie willow wilson windows winner winston winter wizard wolf wolves wombat xavier yamaha yankee yankees yellow
  yfnfif zachary zombie zxcvbn zxcvbnm
  `
        .split(/\s+/)
        .filter(Boolean),
    ),
)
