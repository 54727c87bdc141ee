recommender-section =
    .label = Related papers
recommender-sidenav =
    .tooltiptext = Related papers
recommender-menu =
    .label =
        { $kind ->
            [none] Suggest papers for the selected row…
           *[rows] Suggest papers for “{ $title }”…
        }

recommender-dialog-title = Related papers
recommender-dialog-heading =
    { $count ->
        [one] Suggestions for “{ $title }” ({ $count } item)
       *[other] Suggestions for “{ $title }” ({ $count } items)
    }
recommender-reload = Ask again

recommender-loading = Looking for related papers…
recommender-reading = Reading { $done } of { $count } items…
recommender-count =
    { $count ->
        [one] One suggestion
       *[other] { $count } suggestions
    }
recommender-empty = Nothing to suggest here.
recommender-no-items = There are no papers here to start from.
recommender-read-only = Nothing can be saved into “{ $library }”: it is read-only for you.
recommender-down = The recommender is not running at { $address }. Start it with “recommender serve” in a terminal, then ask again.
recommender-foreign = Another program answers at { $address }. Set the recommender’s address in Settings → Recommender.
recommender-address = “{ $address }” is not an address to use. Set one like http://127.0.0.1:8763 in Settings → Recommender.
recommender-token = The recommender does not accept the token. Run “recommender token” in a terminal and paste what it prints into Settings → Recommender.
recommender-refused = The recommender could not answer.

recommender-strength-strong = strong
recommender-strength-fair = fair
recommender-strength-weak = weak
recommender-strength-far = far

recommender-save = Save
    .title = Save to “{ $place }” (S)
recommender-open = Open
    .title = Open in the browser (Enter)
recommender-dismiss = Not interested
    .title = Do not suggest this in this library again (Delete)
recommender-undo = Undo
recommender-show = Show in library

recommender-newer = A newer version of { $key } in your library.
recommender-saving = Saving…
recommender-saved = Saved.
recommender-owned = Already in your library.
recommender-dismissed = Will not be suggested in this library again.
recommender-failed = That did not work: { $message }

recommender-pref-privacy = The items you ask about go to this address, by default on this computer, and nowhere else.
recommender-pref-address = Address
recommender-pref-token = Token (for a service on another computer)
recommender-pref-corpus = Corpus (empty: the service’s default)
recommender-pref-limit = How many suggestions
recommender-pref-tag = Tag for saved papers
recommender-pref-check =
    .label = Check
recommender-pref-checking = Asking…
recommender-pref-works = Version { $version } answers. Corpora: { $corpora }
