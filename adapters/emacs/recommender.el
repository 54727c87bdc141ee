;;; recommender.el --- Related papers for the bibliography at hand -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: bib, tex
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; M-x recommender-suggest asks a recommender on this computer (`recommender serve') for papers
;; related to the bibliography of the current buffer, and lists them with reasons.  `a' appends
;; one to the bibliography's buffer, which is left for you to save, `e' explains it.

;;; Code:

(require 'bibtex)
(require 'json)
(require 'seq)
(require 'subr-x)
(require 'ucs-normalize)
(require 'url)
(require 'url-vars)

(defgroup recommender nil
  "Related papers for a bibliography."
  :group 'bibtex)

(defcustom recommender-address "http://127.0.0.1:8763"
  "Where the recommender listens."
  :type 'string)

(defcustom recommender-corpus nil
  "The corpus to suggest from, or nil for the service's default."
  :type '(choice (const :tag "Default" nil) string))

(defcustom recommender-limit 20
  "How many papers to suggest."
  :type 'integer)

(defconst recommender-seconds 30
  "How long to wait for an answer.")

(defvar-local recommender-file nil
  "The bibliography that the suggestions of this buffer are for.")

;;; The service

(defun recommender--ask (method path &optional body accept)
  "Send METHOD to PATH with BibTeX BODY; return the text, ACCEPT or JSON."
  (let* ((url-request-method method)
         (url-proxy-services nil)
         (url-max-redirections 0)
         (url-mime-accept-string (or accept "application/json"))
         (url-request-data (and body (encode-coding-string body 'utf-8)))
         (url-request-extra-headers (and body '(("Content-Type" . "application/x-bibtex"))))
         (buffer (condition-case nil
                     (url-retrieve-synchronously
                      (concat recommender-address path) t t recommender-seconds)
                   (file-error nil))))
    (unless buffer
      (user-error "The recommender is not running at %s: start it with `recommender serve'"
                  recommender-address))
    (unwind-protect
        (with-current-buffer buffer (recommender--reply))
      (kill-buffer buffer))))

(defun recommender--reply ()
  "Return the body of the reply in this buffer, or signal what it says is wrong."
  (goto-char (point-min))
  (let ((status (and (looking-at "HTTP/[0-9.]+ \\([0-9]+\\)")
                     (string-to-number (match-string 1)))))
    (unless status
      (user-error "The recommender is not running at %s: start it with `recommender serve'"
                  recommender-address))
    (re-search-forward "\r?\n\r?\n" nil 'move)
    (let ((text (decode-coding-string (buffer-substring (point) (point-max)) 'utf-8)))
      (if (< status 400) text (recommender--refuse (recommender--json text))))))

(defun recommender--refuse (problem)
  "Signal PROBLEM in the recommender's words; whoever has none is another program."
  (let ((type (and (consp problem) (consp (car problem)) (alist-get 'type problem))))
    (if (and (stringp type) (string-prefix-p "urn:recommender:problem:" type))
        (user-error "%s" (alist-get 'detail problem))
      (recommender--foreign))))

(defun recommender--foreign ()
  "Signal that somebody else listens at the address."
  (user-error "Another program answers at %s: set `recommender-address'" recommender-address))

(defun recommender--json (text)
  "Return TEXT read as JSON, or nil where it is something else."
  (ignore-errors
    (json-parse-string text :object-type 'alist :array-type 'list
                       :null-object nil :false-object nil)))

(defun recommender--query (pairs)
  "Return PAIRS and the chosen corpus as a query string."
  (concat "?" (url-build-query-string
               (append pairs (and recommender-corpus `(("corpus" ,recommender-corpus)))))))

(defun recommender--check ()
  "Make sure that no paper goes to another program on the port."
  (let ((health (recommender--json (recommender--ask "GET" "/health"))))
    (unless (and (consp health) (consp (car health))
                 (equal (alist-get 'product health) "recommender"))
      (recommender--foreign))))

(defun recommender--suggestions (bibtex)
  "Return the service's answer for the papers in BIBTEX."
  (recommender--check)
  (recommender--json
   (recommender--ask "POST" (concat "/api/v1/suggestions"
                                    (recommender--query `(("limit" ,recommender-limit))))
                     bibtex)))

(defun recommender--bibtex (key)
  "Return the paper KEY of the corpus as BibTeX."
  (recommender--ask "GET" (concat "/api/v1/papers/" (url-hexify-string key)
                                  (recommender--query nil))
                    nil "application/x-bibtex"))

;;; The bibliography of a buffer

(defconst recommender--references
  '("\\\\addbibresource\\(?:\\[[^]]*\\]\\)?{\\([^},]+\\)}"
    "\\\\bibliography{\\([^},]+\\)"
    "^#\\+bibliography:[ \t]*\"?\\([^\"\n]+?\\)\"?[ \t]*$"
    "^bibliography:[ \t]*\\[?[\"']?\\([^]\"'\n,]+\\)")
  "How LaTeX, Org and Markdown name their bibliography, as the first group.")

(defun recommender--file ()
  "Return the bibliography of this buffer: itself, the one it names, or ask."
  (cond
   ((derived-mode-p 'bibtex-mode) (or buffer-file-name (user-error "Save this buffer first")))
   ((seq-some #'recommender--named recommender--references))
   (t (expand-file-name (read-file-name "Bibliography: " nil nil t nil
                                        (lambda (name) (or (file-directory-p name)
                                                           (string-suffix-p ".bib" name))))))))

(defun recommender--named (regexp)
  "Return the file that a match of REGEXP in this buffer names."
  (save-excursion
    (goto-char (point-min))
    (when (re-search-forward regexp nil t)
      (let* ((name (string-trim (match-string-no-properties 1)))
             (file (expand-file-name (if (string-suffix-p ".bib" name) name
                                       (concat name ".bib")))))
        (and (file-exists-p file) file)))))

;;; Commands

;;;###autoload
(defun recommender-suggest (file)
  "List papers related to the bibliography FILE, by default that of this buffer."
  (interactive (list (recommender--file)))
  (let* ((bibtex (with-current-buffer (find-file-noselect file)
                   (save-restriction (widen)
                                     (buffer-substring-no-properties (point-min) (point-max)))))
         (answer (if (string-blank-p bibtex)
                     (user-error "%s is empty: put a paper of yours in it, then ask again"
                                 (file-name-nondirectory file))
                   (recommender--suggestions bibtex)))
         (buffer (get-buffer-create "*Recommender*")))
    (with-current-buffer buffer
      (recommender-mode)
      (setq recommender-file file)
      (recommender--draw answer))
    (pop-to-buffer buffer)
    (goto-char (or (car (recommender--places)) (point-min)))))

(define-derived-mode recommender-mode special-mode "Recommender"
  "Suggested papers, with reasons.
\\{recommender-mode-map}"
  (setq-local revert-buffer-function
              (lambda (&rest _) (recommender-suggest recommender-file)))
  (visual-line-mode))

(dolist (binding '(("n" . recommender-next) ("p" . recommender-previous)
                   ("a" . recommender-append) ("e" . recommender-explain)
                   ("w" . recommender-copy)
                   ("RET" . recommender-open)))
  (define-key recommender-mode-map (kbd (car binding)) (cdr binding)))

(defun recommender--draw (answer)
  "Write ANSWER into this buffer."
  (let ((inhibit-read-only t)
        (suggestions (alist-get 'suggestions answer)))
    (erase-buffer)
    (insert (format "Papers related to %s   (a append, e why, RET open, w copy, g ask again, q quit)\n"
                    (abbreviate-file-name recommender-file)))
    (unless suggestions
      (insert "\n" (or (alist-get 'empty_because answer) "") "\n"))
    (mapc #'recommender--draw-one suggestions)))

(defun recommender--draw-one (suggestion)
  "Write one SUGGESTION."
  (let-alist suggestion
    (let ((start (point)))
      (insert (format "\n%3d. " .rank) (propertize .title 'face 'bold)
              "\n     " (string-join (delq nil (list (recommender--names .authors) .venue
                                                     (and .year (number-to-string .year))
                                                     .strength))
                                     " · ")
              "\n     " .why.sentence "\n")
      (add-text-properties start (point) `(recommender-suggestion ,suggestion
                                           wrap-prefix "     ")))))

(defun recommender--names (authors)
  "Return the names of AUTHORS, at most three of them."
  (let ((names (mapcar (lambda (author)
                         (let-alist author
                           (or .literal (string-join (delq nil (list .given .prefix .family)) " "))))
                       authors)))
    (concat (string-join (seq-take names 3) ", ")
            (and (nthcdr 3 names) (format " and %d more" (- (length names) 3))))))

(defun recommender--at-point ()
  "Return the suggestion at point."
  (or (get-text-property (point) 'recommender-suggestion)
      (user-error "There is no suggestion here")))

(defun recommender-next (&optional backward)
  "Move to the next suggestion, or to the one before if BACKWARD."
  (interactive)
  (let ((places (seq-filter (lambda (place) (if backward (< place (line-beginning-position))
                                              (> place (point))))
                            (recommender--places))))
    (when places
      (goto-char (if backward (car (last places)) (car places))))))

(defun recommender-previous ()
  "Move to the suggestion before."
  (interactive)
  (recommender-next t))

(defun recommender--places ()
  "Return where suggestions begin."
  (save-excursion
    (goto-char (point-min))
    (let (places)
      (while (re-search-forward "^ *[0-9]+\\. " nil t)
        (push (match-beginning 0) places))
      (nreverse places))))

(defun recommender-open ()
  "Show the paper at point in the browser."
  (interactive)
  (let-alist (recommender--at-point)
    (let ((url (cond (.doi (concat "https://doi.org/" .doi))
                     (.arxiv (concat "https://arxiv.org/abs/" .arxiv))
                     ((and .url (string-match-p "\\`https?://" .url)) .url))))
      (browse-url (or url (user-error "This paper has no link"))))))

(defun recommender-copy ()
  "Copy the BibTeX of the paper at point."
  (interactive)
  (kill-new (recommender--bibtex (alist-get 'key (recommender--at-point))))
  (message "Copied its BibTeX"))

(defun recommender-explain ()
  "Tell why the paper at point is suggested: its terms, and the nearest entries."
  (interactive)
  (let-alist (recommender--at-point)
    (with-help-window "*Recommender: why*"
      (princ (format "%s\n\n%s\n\nTerms, with what each adds to the score:\n" .title .why.sentence))
      (dolist (term .why.terms)
        (let-alist term (princ (format "%8.2f  %s  (%s)\n" .share .term (string-join .keys ", ")))))
      (princ "\nNearest entries, with their similarity:\n")
      (dolist (near .why.nearest)
        (let-alist near (princ (format "%8.2f  %s  %s\n" .similarity (or .key "") .title)))))))

(defun recommender-append ()
  "Append the paper at point to the bibliography's buffer, which is not saved."
  (interactive)
  (let* ((suggestion (recommender--at-point))
         (name (file-name-nondirectory recommender-file))
         (owned (with-current-buffer (find-file-noselect recommender-file)
                  (recommender--owned suggestion))))
    (if owned
        (message "Already in %s as %s: nothing was added" name owned)
      (let ((entry (recommender--bibtex (alist-get 'key suggestion))))
        (message "Added %s to %s: look and save"
                 (recommender--append entry recommender-file) name)))))

(defun recommender--append (entry file)
  "Append ENTRY to the buffer of FILE under a free key; return that key."
  (with-current-buffer (find-file-noselect file)
    (barf-if-buffer-read-only)
    (save-excursion
      (save-restriction
        (widen)
        (when-let ((place (recommender--unfinished)))
          (user-error "%s ends inside what is not closed (line %d): close it; nothing was added"
                      (file-name-nondirectory file) (line-number-at-pos place)))
        (let ((key (recommender--free-key entry)))
          (goto-char (point-max))
          (unless (bolp) (insert "\n"))
          (unless (or (bobp) (looking-back "\n\n" 2)) (insert "\n"))
          (insert (replace-regexp-in-string "\\`[[:space:]]*\\(@[^{]+{\\)[^,]*"
                                            (concat "\\1" key) (string-trim entry))
                  "\n")
          key)))))

;;; What stands in the bibliography

(defun recommender--next-head ()
  "Move behind the next head of an entry or @comment; return where it begins.
One that is not first on its line counts where a key follows, unless after a %."
  (let (start)
    (while (and (not start)
                (re-search-forward
                 "@[ \t\n]*\\([[:alpha:]][^][{}()\",=@ \t\n]*\\)[ \t\n]*[{(]" nil t))
      (let* ((at (match-beginning 0))
             (before (save-match-data
                       (string-trim (buffer-substring (save-excursion (goto-char at)
                                                                      (line-beginning-position))
                                                      at)))))
        (when (or (string-empty-p before)
                  (and (not (string-prefix-p "%" before))
                       (save-match-data (looking-at "[ \t]*[^]{}()\",=@ \t\n]+[ \t]*,"))))
          (setq start at))))
    start))

(defun recommender--unfinished ()
  "Return where this buffer has begun what its end does not close, or nil.
What is appended there would be taken for a part of it."
  (goto-char (point-min))
  (let (open start)
    (while (and (not open) (setq start (recommender--next-head)))
      (let ((comment (equal (downcase (match-string 1)) "comment"))
            (opener (char-before))
            (inside (point)))
        (unless (or (and comment (eq opener ?\()) ; only the rest of its line
                    (recommender--close opener (not comment)))
          (goto-char inside)
          ;; An entry that was left open ends where the next one begins; a comment may hold entries.
          (let ((next (and (not comment) (recommender--next-head))))
            (if next (goto-char next) (setq open start))))))
    (or open (and (re-search-forward "@[ \t]*[[:alnum:]]*[ \t\n]*\\'" nil t) (match-beginning 0)))))

(defun recommender--close (opener &optional quotes)
  "Move behind what closes OPENER, `{' or `('; return nil where nothing does.
With QUOTES, `\"' begins and ends values, and none of them may be left open."
  (let ((depth 0) quoted (result 'open))
    (while (and (eq result 'open) (re-search-forward "[{})\"]" nil t))
      (pcase (char-before)
        (?{ (setq depth (1+ depth)))
        (?\" (when (and quotes (= depth 0)) (setq quoted (not quoted))))
        (?\) (when (and (eq opener ?\() (= depth 0) (not quoted)) (setq result t)))
        (_ (cond ((> depth 0) (setq depth (1- depth)))
                 ((eq opener ?{) (setq result (not quoted)))))))
    (eq result t)))

(defun recommender--owned (suggestion)
  "Return the key of the entry of this buffer that is SUGGESTION, or nil."
  (let-alist suggestion
    (let ((title (recommender--folded .title)))
      (recommender--entry-with
       (lambda (name value)
         (pcase name
           ("title" (equal (recommender--folded value) title))
           ("doi" (and .doi (string-suffix-p (downcase .doi) (downcase value))))
           ("eprint" (and .arxiv (string-match-p
                                  (format "\\`\\(?:arxiv:\\)?%s\\(?:v[0-9]+\\)?\\'"
                                          (regexp-quote (downcase .arxiv)))
                                  (downcase value))))))))))

(defun recommender--entry-with (same)
  "Return the key of the first entry with a field of which SAME holds.
SAME is called with the name and the value."
  (save-excursion
    (save-restriction
      (widen)
      (goto-char (point-min))
      (let ((case-fold-search t) found)
        (while (and (not found)
                    (re-search-forward
                     "[,{\n][ \t]*\\(title\\|doi\\|eprint\\)[ \t\n]*=[ \t\n]*\\([{\"]\\)" nil t))
          (let ((name (downcase (match-string 1))) (start (point)))
            (if (equal (match-string 2) "{") (recommender--close ?{) (search-forward "\"" nil t))
            (when (funcall same name (buffer-substring-no-properties start (1- (point))))
              (setq found (recommender--key-before start)))
            (goto-char start)))
        found))))

(defun recommender--key-before (place)
  "Return the key of the entry that PLACE is in."
  (save-excursion
    (goto-char place)
    (if (re-search-backward "@[ \t]*[[:alpha:]]+[ \t]*[{(][ \t\n]*\\([^,{}() \t\n]+\\)" nil t)
        (match-string-no-properties 1)
      "an entry without a key")))

(defun recommender--folded (title)
  "Return the letters and digits of TITLE, without case, accents and TeX."
  (replace-regexp-in-string
   "[\u0300-\u036f]\\|[^[:alnum:]]" "" (ucs-normalize-NFD-string
                      (downcase (replace-regexp-in-string "\\\\[[:alpha:]]+" "" (or title ""))))))

(defun recommender--free-key (entry)
  "Return the key of ENTRY; if this buffer has it already, with a letter more."
  (string-match "@[^{]+{[[:space:]]*\\([^,[:space:]]+\\)" entry)
  (let* ((key (match-string 1 entry))
         (case-fold-search t)
         (taken (lambda (candidate)
                  (goto-char (point-min))
                  (re-search-forward
                   (concat "^[ \t]*@[^{(\n]+[{(][ \t]*" (regexp-quote candidate) "[ \t]*,")
                   nil t)))
         (candidates (cons key (mapcar (lambda (letter) (format "%s%c" key letter))
                                       (number-sequence ?a ?z)))))
    (or (seq-find (lambda (candidate) (not (funcall taken candidate))) candidates)
        (user-error "The key %s is taken, and all its variants" key))))

(provide 'recommender)
;;; recommender.el ends here
