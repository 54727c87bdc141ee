"""Words that say nothing about a paper's topic: function words and the filler of abstracts.

Our own list, short on purpose: "system", "fire", "state" or "interest" are topics of papers.
Words of other languages stand here only where English has no content word of that spelling.
"""

from __future__ import annotations

FUNCTION_WORDS = """
a about above across after again against all almost along already also although always am among an
and another any are aren't around as at away be became because become becomes been before being
below between both but by can can't cannot could did do does doesn't doing done don't down due
during each eg either else etc even ever every few for from further had has have having he hence her
here hers him his how however i ie if in indeed instead into is isn't it its itself just least less
let like made mainly make makes making many may me might more moreover most much must my namely near
neither no nor not now of off often on once one ones only onto or other others otherwise our ours
out over own per perhaps quite rather s same several shall she should since so some still such t
than that the their theirs them themselves then there thereby therefore therein these they this
those though through throughout thus to together too toward towards under unless unlike until up
upon us use used useful uses using usually various vs very via was we well were what when where
whereas wherein whether which while who whom whose why will with within without would yet you your
yours two three four five six first second third
"""

FILLER = """
achieve achieved achieves achieving additionally address addresses addressing aim aims allow
allowing allows approach approaches article authors best better code com conduct conducted
consider considered contributions demonstrate demonstrated demonstrates demonstrating despite
effectively effectiveness enables existing experimental experiments extensive extensively find
finding findings finds furthermore github give given gives good great greatly help helps high
highly http https important importantly improve improved improvement improvements improves
improving include includes including increasingly interesting introduce introduced introduces
introducing investigate key leading leads leverage leverages leveraging main major method methods
new notably novel numerous obtain obtained offer offers outperform outperforming outperforms paper
papers particular particularly perform performance performs present presented presents previous
previously promising propose proposed proposes proposing provide provided provides providing
recent recently remain remains require requires respectively result resulting results show showed
showing shown shows significant significantly specifically state-of-the-art studied study
substantial substantially successfully superior utilize utilizes utilizing various wide widely
work works www yield yields
"""

OTHER_LANGUAGES = """
aber als auch auf aus bei beim bis dass dem der des diese dieser durch eine einem einen einer eines
fur ist kann mit nach nicht oder sich sind sowie uber und unter vom von werden wie wir wird zu zum
zur zwischen
ainsi au aux avec ces cette chez comme dans du elle elles entre et etait etre il ils la le les leur
leurs lors mais nous ont ou par pas que qui sont sous une vers vous
al como cual cuando del desde donde el ella ellos en es esta este esto fue ha hacia las lo los muy
para pero por segun ser sin sobre su sus un una uno y ya
ao aos da das do dos e em foi mais na nas nao nos num os pela pelo pelos sao se seu sua um uma
agli alla alle anche che ci con cui dai dal dalla dei della delle di gli nei nel nella non piu quale
questa questo sono sul sulla tra
bij deze dit een het hij naar niet ook te tot uit van voor werd wordt zijn
"""

STOP_WORDS = frozenset(f"{FUNCTION_WORDS} {FILLER} {OTHER_LANGUAGES}".split())
