/** The passwords that guessers try first, at least eight characters long: shorter ones are refused anyway. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  123qweasd 123qweasdzxc 1234qwer 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 2wsx3edc 12341234
  123123123 12121212 123654789 147258369 159357159 159753159 123454321 147852369 741852963 789456123 789456123a
  a1b2c3d4 a1s2d3f4 aa123456 aaa111222 abc123456 abc12345 abcd1234 abcde12345 access14 achilles adidas123 adgjmptw
  airborne alejandra alejandro alexande alexander alexandra alexandria alexis123 allison1 amanda123 america1 anderson
  andromeda angelica angelina angels123 antonio1 apollo13 aquarius arsenal1 asd123456 asdasd123 asdfasdf asdfghjk
  asdfghjkl asdf1234 asdfjkl1 atlantis babygirl babygirl1 backspace badger12 baseball baseball1 basketball basketball1
  bestfriend bigdaddy bismillah blackberry blackcat blessed1 blink182 bluebird bluemoon bobmarley bonjour1 brandon1
  broadway brooklyn buddy123 bulldogs butterfly butterfly1 caliente california cameron1 camaro69 cardinal carolina
  caroline catalina celtics1 champion change123 changeme charles1 charlie1 charlotte cheese123 chelsea1 cherokee
  chester1 chicago1 chicken1 chocolate chocolate1 christian christina christine christmas christopher claudia1
  colorado computer computer1 concrete consumer cookie123 corvette courtney cowboys1 creative cristian cristina
  dallas123 danielle daniela1 darkness december default1 demo1234 destiny1 diablo123 diamond1 dictionary discovery
  dolphin1 dolphins domino12 dragon123 dragonball drowssap dragonfly eagles12 eclipse1 einstein electric elephant
  elizabeth emmanuel enterprise everlast evolution explorer fatima123 favorite february fenerbahce fernanda fernando
  fireball firebird firefire firewall fireman1 football football1 forever1 formula1 francesca francesco francisco
  franklin freedom1 freepass friends1 fuckyou1 gabriela gabriela1 gangster gateway1 gatewood genesis1 geronimo getmoney
  gfhjkm123 giovanni godzilla golfer12 goodluck google123 graphics greenday greenday1 guardian guinness gunnersfc
  hannah123 hardcore harley12 hawaii50 heather1 hello123 hello1234 hellokitty hercules highland hollywood home1234
  homepage horizon1 hotmail1 hurricane iceman12 icecream iloveyou iloveyou1 iloveyou2 iloveyou12 iloveme1 infinity
  inspiron internet internet1 isabella jackson1 jamaica1 january1 jasmine1 jasper12 jennifer jennifer1 jeremiah
  jessica1 jonathan jordan23 jordan123 joseph12 joshua123 juventus justinbieber katherine kawasaki killer123
  kimberly kingkong knight12 kristina krystal1 lakers24 lasvegas lawrence leonardo letmein1 letmein123 letmein2
  liberty1 lifehack linkedin liverpool liverpool1 logitech london12 lorraine love1234 lovelove loveme12 loverboy lovers12
  loveyou1 lucky123 macintosh madonna1 manchester marathon margaret margarita marie123 marlboro marshall martinez
  master123 matthew1 maverick maxwell1 mazda626 megadeth melissa1 mercedes mercury1 metallica metallica1 michael1
  michelle michelle1 mickey12 midnight millions minecraft mission1 mitchell mohammed monkey12 monkey123 monster1
  morgan12 motorola mountain mustang1 myspace1 napoleon nascar24 natalie1 natasha1 nathan12 ncc1701d newcastle
  newyork1 nicholas nicholas1 nintendo nirvana1 nothing1 november obsidian october1 octopus1 ohshit123 olivia123
  operator p4ssw0rd p@55w0rd p@ssw0rd p@ssword pa55word pa55w0rd packers1 paradise passport passw0rd passw0rd1 passwort
  password passwords patience patricia patrick1 peaches1 penelope pepper12 phoenix1 picasso1 pineapple playboy1
  playstation please123 pokemon1 pokemon123 portugal precious princess princess1 princess12 princesa princesita
  profile1 property purple12 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedc qazwsx123 qwaszx12 qwe123456 qweasdzxc
  qweqwe123 qweqweqwe qwert123 qwert12345 qwerasdf qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyui
  qwertyuiop qwertyuiop1 qwer1234 rainbow1 rammstein ranger12 rebecca1 redskins remember republic research richard1
  robert12 rockstar rockstar1 rockyou1 romantic ronaldo7 ronaldo1 rootroot rosebud1 samantha samantha1 samsung1
  samsung123 santiago sasha123 saturday scarface schalke04 scooter1 scorpion scotland sebastian secret12 secret123
  september sergeant shadow12 shadow123 sheffield skateboard slipknot slipknot1 snickers snowball snowboard softball
  softball1 soccer12 soccer123 something southside spiderman spiderman1 spongebob spongebob1 stargate starwars starwars1
  stephanie steelers steelers1 stephen1 stingray strawberry student1 success1 summer12 summer123 sunflower sunshine
  sunshine1 superman superman1 superstar superstar1 swordfish sylvester target123 taylor12 tennessee test1234 test12345
  testing1 testtest thailand thebest1 thunder1 thunderbird tiffany1 tigger12 tinkerbell titanic1 tomorrow tottenham
  trinity1 trouble1 trustno1 turkey50 twilight undertaker universe valentina valentine vanessa1 vegeta99 veronica
  victoria victoria1 virginia voyager1 warcraft warcraft1 warrior1 webmaster welcome1 welcome12 welcome123 westside
  whatever whatever1 william1 windows1 winston1 winter12 wolfgang wolverine woodland wrestling xxxxxxxx yankees1
  yellow12 yamahar1 youtube1 zaq12wsx zaq1zaq1 zaq1xsw2 zxcvbnm1 zxcvbnm123 zxcvbnm,./ zxcv1234
  `
    .split(/\s+/)
    .filter(Boolean),
)

/** Words that nobody should dress up with a number: guessers begin with them, and with the shop's own. */
export const COMMON_BASES: ReadonlySet<string> = new Set(
  `
  abc abcd abcdef access admin administrator america angel asdf asdfgh baseball batman canon changeme charlie
  computer deskjet dragon epson football freedom guest hello hewlettpackard iloveyou inkjet jordan laserjet letmein
  login lovely master michael monkey mustang officejet pass passw passwd password passwort pokemon print printer printers
  princess qwer qwert qwerty qwertz root secret shadow soccer sunshine superman superprinter superprint test tester
  toner trustno welcome whatever winter spring summer autumn xerox brother lexmark zebra scanner shop shopping user
  zxcvbn zxcvbnm
  `
    .split(/\s+/)
    .filter(Boolean),
)
